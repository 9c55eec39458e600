#!/bin/sh
# Tests the web page in headless Chromium: run.sh BUILD_WASM_DIR SAKER_BINARY. Pictures are compared with
# those of the native program. CHROMIUM names another browser, SAKER_REFERENCE_DIR another folder of
# reference files.
set -eu
if [ $# -ne 2 ]; then
  sed -n '2,4s/^# //p' "$0" >&2
  exit 2
fi
SAKER_WASM_DIR=$(realpath "$1")
SAKER_BINARY=$(realpath "$2")
export SAKER_WASM_DIR SAKER_BINARY
cd "$(dirname "$0")"
[ -d node_modules ] || npm ci --no-audit --no-fund
exec node --test --test-reporter=spec --test-concurrency=1 page.test.mjs

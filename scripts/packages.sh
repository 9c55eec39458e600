# Sourced by ./run and ./test: makes sure that what they need is installed.

# To build and run the command line and the viewer.
RUN_PACKAGES="g++ cmake ninja-build pkg-config nlohmann-json3-dev libcli11-dev libepoxy-dev libegl-dev
  libgl-dev libpng-dev libstb-dev libglfw3-dev libimgui-dev libegl1 libgles2 libgl1-mesa-dri ffmpeg"

# To build and run the tests, the web page's among them.
TEST_PACKAGES="$RUN_PACKAGES libgtest-dev libgmock-dev libbenchmark-dev clang-14 libclang-rt-14-dev
  clang-format-14 clang-tidy-14 emscripten g++-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user googletest
  nodejs chromium xvfb xauth git"

say() { printf '\033[1m==>\033[0m %s\n' "$*"; }
die() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q ' installed$'; }

# need PACKAGE…: installs those that are missing, as root or through sudo, without questions. On
# systems without apt it says which packages are needed and goes on with what is there.
need() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "This system has no apt. Needed are, under their Debian names: $*"
    command -v cmake >/dev/null || die "cmake is missing; install the packages above and try again"
    return
  fi
  local missing="" package
  for package in "$@"; do installed "$package" || missing="$missing $package"; done
  [ -n "$missing" ] || return 0
  local as_root=""
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "these packages are missing, and there is no sudo to install them:$missing"
    as_root="sudo"
  fi
  say "Installing:$missing"
  export DEBIAN_FRONTEND=noninteractive
  $as_root apt-get update -qq -o Acquire::Retries=3 || die "apt-get update failed"
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Acquire::Retries=3 $missing >/dev/null || die "apt-get could not install:$missing"
}

# A machine whose npm came from elsewhere keeps it: Debian's would fight with it.
need_npm() {
  if ! command -v npm >/dev/null; then need npm; fi
}

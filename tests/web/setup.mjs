// What the tests share: the browser, the server, the pages and the native program.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { chromium } from 'playwright-core';
import { PNG } from 'pngjs';

import { serve } from './server.mjs';

const run = promisify(execFile);
const kSourceDir = fileURLToPath(new URL('../..', import.meta.url));

export const webDir = path.resolve(process.env.SAKER_WASM_DIR, 'web');
export const sampleFile = path.join(webDir, 'character.glb');
const referenceSetting = process.env.SAKER_REFERENCE_DIR ?? path.join(kSourceDir, '../shared');
export const referenceDir = path.resolve(referenceSetting);
export const folder = mkdtempSync(path.join(tmpdir(), 'saker-web-'));

const server = await serve({ page: webDir, reference: referenceDir, made: folder });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-sandbox'],
});

export async function tearDown() {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
}

// Runs a test with a page of its own, after `prepare` had it. The page may say nothing on the console,
// miss no file and ask nobody else for one, but for what `expected` matches.
export async function withPage(options, query, test, { prepare = () => {}, expected = /^$/ } = {}) {
  const context = await browser.newContext({ viewport: { width: 900, height: 600 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => complaints.push(`${message.text()} (${message.location().url})`));
  page.on('pageerror', (error) => complaints.push(error.stack));
  page.on('requestfailed', (request) => complaints.push(`no answer for ${request.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} for ${response.url()}`);
  });
  page.on('request', (request) => {
    const isOwn = /^(data|blob):/.test(request.url()) || request.url().startsWith(server.origin);
    if (!isOwn) complaints.push(`asks for ${request.url()}`);
  });
  try {
    await prepare(page);
    await page.goto(`${server.origin}/page/?${new URLSearchParams(query)}`);
    await page.evaluate(() => window.saker.ready.catch(() => {}));
    await test(page);
  } finally {
    await context.close();
  }
  const unexpected = complaints.filter((complaint) => !expected.test(complaint));
  if (unexpected.length > 0) throw new Error(`the page complained:\n${unexpected.join('\n')}`);
}

export async function picture(page) {
  const address = await page.evaluate(() => window.saker.show.picture());
  return PNG.sync.read(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
}

export async function saker(...parameters) {
  await run(process.env.SAKER_BINARY, parameters, { timeout: 300_000 });
}

export async function nativePicture(file, clip, time) {
  const output = path.join(folder, 'native.png');
  const moment = clip < 0 ? [] : ['--clip', String(clip), '--time', String(time)];
  await saker('render', file, ...moment, '--size', '1280x720', '-o', output);
  return PNG.sync.read(readFileSync(output));
}

// The share of pixels of which red, green or blue differ by more than 16 of 255.
export function difference(a, b) {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const differs = [0, 1, 2].some((channel) => Math.abs(a.data[i + channel] - b.data[i + channel]) > 16);
    if (differs) ++count;
  }
  return count / (a.width * a.height);
}

// Engine: the module behind plain methods. web/exports.cpp is the manual of what it calls.

import createModule from './saker.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// Thrown when the module stopped for good, for want of memory as a rule: it takes a new Engine.
export class EngineStopped extends Error {}

export class Engine {
  #module;

  // Draws into a canvas, which must have an id.
  static async start(canvas) {
    const engine = new Engine();
    engine.#module = await createModule();
    if (!engine.#withText(`#${canvas.id}`, (id) => engine.#module._saker_start(id)))
      throw engine.#error();
    return engine;
  }

  // Companions are the files that the file refers to: [{path, bytes}].
  open(name, bytes, companions = []) {
    for (const { path, bytes: lent } of companions) {
      this.#withText(path, (p) =>
        this.#withBytes(lent, (b) => this.#module._saker_lend(p, b, lent.length)));
    }
    const opened = this.#withText(name, (n) =>
      this.#withBytes(bytes, (b) => this.#module._saker_open(n, b, bytes.length)));
    if (!opened) throw this.#error();
    return this.model();
  }

  model() {
    return JSON.parse(this.#text(this.#module._saker_model()));
  }

  set(setting, value) {
    if (!this.#withText(setting, (s) => this.#module._saker_set(s, Number(value)))) throw this.#error();
  }

  draw(seconds, width, height) {
    if (!this.#module._saker_draw(seconds, width, height)) throw this.#error();
  }

  play(clip, fade) { this.#module._saker_play(clip, fade); }
  seek(time) { this.#module._saker_seek(time); }
  get time() { return this.#module._saker_time(); }
  get fading() { return this.#module._saker_fading() !== 0; }
  background(top, bottom) { this.#module._saker_background(...top, ...bottom); }
  home(aspect) { this.#module._saker_home(aspect); }
  fit(aspect, allClips) { this.#module._saker_fit(aspect, Number(allClips)); }
  orbit(dx, dy, height) { this.#module._saker_orbit(dx, dy, height); }
  pan(dx, dy, height) { this.#module._saker_pan(dx, dy, height); }
  zoom(steps) { this.#module._saker_zoom(steps); }

  #error() {
    return new Error(this.#text(this.#module._saker_error()));
  }

  // The heap moves when it grows, so views of it are made at the moment of use.
  #text(address) {
    const heap = this.#module.HEAPU8;
    return decoder.decode(heap.subarray(address, heap.indexOf(0, address)));
  }

  #withText(text, call) {
    return this.#withBytes(encoder.encode(`${text}\0`), call);
  }

  #withBytes(bytes, call) {
    const address = this.#module._malloc(bytes.length);
    if (address === 0 && bytes.length > 0) throw new Error('There is not enough memory for this file.');
    this.#module.HEAPU8.set(bytes, address);
    try {
      const result = call(address);
      this.#module._free(address);
      return result;
    } catch (error) {
      // The module ends itself in these ways, and then its memory is past mending.
      const isFatal = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
      throw isFatal ? new EngineStopped(error.message) : error;
    }
  }
}

// Show: what is shown and how. It owns the engine and the canvas, runs the frames, and is what the
// controls read and change.

import { Engine, EngineStopped } from './engine.js';

const kUsualRate = 30; // frames per second of clips that have no rate of their own
const kLongestFrame = 0.1; // seconds; after a pause of the browser the clip goes on where it was
const kSharpest = 2; // canvas pixels per page pixel
const kFastest = 4;

export class Show {
  model = { clips: [], diagnostics: [] };
  clip = -1;
  fade = 0.3; // seconds
  settings = {
    paused: false, looping: true, speed: 1,
    meshes: true, skeleton: false, wireframe: false, grid: true, shadow: true,
  };
  timing = { interval: 0, work: 0 }; // milliseconds, smoothed

  // Called with a canvas that is new to the page, after changes of anything above, after every frame,
  // and when something failed while the page was left alone.
  onCanvas = () => {};
  onChange = () => {};
  onFrame = () => {};
  onError = () => {};

  #canvas;
  #size; // of the canvas where it is fixed
  #engine;
  #package;
  #revival; // of the engine, the last one
  #background = [];
  #stale = true; // the canvas does not show what it should
  #scrubbing = false;
  #last = 0;

  // A size, {width, height} in pixels, makes the canvas that large wherever it is shown.
  constructor(canvas, size) {
    this.#canvas = canvas;
    this.#size = size;
  }

  async start() {
    await this.#startEngine();
    new ResizeObserver(() => this.#resize()).observe(this.#canvas.parentElement);
    requestAnimationFrame((now) => this.#tick(now));
  }

  // Opens a package of files.js and plays its first clip. When this fails the model before stays.
  async open(opened) {
    try {
      this.#take(opened);
    } catch (error) {
      if (!(error instanceof EngineStopped)) throw error;
      await this.#revive();
      throw new Error('The page ran out of memory with this file.');
    }
  }

  get time() { return this.#engine?.time ?? 0; }
  get fading() { return this.#engine?.fading ?? false; }
  get duration() { return this.model.clips[this.clip]?.duration ?? 0; }
  get aspect() { return this.#canvas.width / this.#canvas.height; }

  // The clip that a person means by a name or a number, as on the command line; null if none.
  find(text) {
    const named = this.model.clips.findIndex(({ name }) => name === text);
    if (named >= 0) return named;
    const number = text.trim() === '' ? NaN : Number(text);
    return Number.isInteger(number) && number >= -1 && number < this.model.clips.length ? number : null;
  }

  play(clip, fade = this.fade) {
    // Paused, a fade would never get anywhere.
    this.#engine?.play(clip, this.settings.paused ? 0 : fade);
    this.clip = clip;
    this.#changed();
  }

  playNext(by) {
    const count = this.model.clips.length;
    if (count === 0) return;
    const from = this.clip < 0 && by < 0 ? count : this.clip;
    this.play((from + by + count) % count);
  }

  set(setting, value) {
    this.settings[setting] = value;
    this.#engine?.set(setting, value);
    this.#changed();
  }

  toggle(setting) { this.set(setting, !this.settings[setting]); }

  // At the end of a clip that does not loop, playing means once more.
  togglePlaying() {
    const { paused, looping } = this.settings;
    if (paused && !looping && this.#isOver()) this.seek(this.settings.speed < 0 ? this.duration : 0);
    this.set('paused', !paused);
  }

  changeSpeed(by) {
    const speed = Math.round((this.settings.speed + by) * 4) / 4;
    this.set('speed', Math.min(Math.max(speed, -kFastest), kFastest));
  }

  seek(time) {
    this.#engine?.seek(time);
    this.#stale = true;
  }

  // While a hand is on the scrubber the clip waits for it.
  set scrubbing(on) {
    this.#scrubbing = on;
    this.#engine?.set('paused', on || this.settings.paused);
  }

  goToEnd(last) {
    this.set('paused', true);
    this.seek(last ? this.duration : 0);
  }

  step(frames) {
    this.set('paused', true);
    const rate = this.model.clips[this.clip]?.rate || kUsualRate;
    const last = Math.floor(this.duration * rate + 0.01);
    let frame = Math.round(this.time * rate) + frames;
    if (this.settings.looping && frame < 0) frame = last;
    if (this.settings.looping && frame > last) frame = 0;
    this.seek(frame / rate);
  }

  home() { this.#move(() => this.#engine.home(this.aspect)); }
  fit(allClips) { this.#move(() => this.#engine.fit(this.aspect, allClips)); }
  // In pixels of the page.
  orbit(dx, dy) { this.#move(() => this.#engine.orbit(dx, dy, this.#canvas.clientHeight)); }
  pan(dx, dy) { this.#move(() => this.#engine.pan(dx, dy, this.#canvas.clientHeight)); }
  zoom(steps) { this.#move(() => this.#engine.zoom(steps)); }

  // Linear colours of the top and the bottom.
  background(top, bottom) {
    this.#background = [top, bottom];
    this.#move(() => this.#engine.background(top, bottom));
  }

  // What is shown now, as the address of a PNG. The canvas keeps its picture only until the browser
  // has shown it, so it is drawn again. While the engine starts anew it waits for that.
  async picture() {
    await this.#revival;
    this.#draw(0);
    return this.#canvas.toDataURL('image/png');
  }

  async #startEngine() {
    this.#engine = await Engine.start(this.#canvas);
    for (const [setting, value] of Object.entries(this.settings)) this.#engine.set(setting, value);
    if (this.#background.length > 0) this.#engine.background(...this.#background);
    this.#canvas.addEventListener('webglcontextlost', () => this.#recover());
    this.onCanvas(this.#canvas);
    this.#resize();
  }

  // A new engine on a new canvas, with the model that was shown.
  #revive() {
    this.#engine = undefined;
    this.#revival = this.#startAgain();
    return this.#revival;
  }

  async #startAgain() {
    const canvas = this.#canvas.cloneNode();
    this.#canvas.replaceWith(canvas);
    this.#canvas = canvas;
    await this.#startEngine();
    if (this.#package) this.#take(this.#package);
  }

  async #recover() {
    if (!this.#engine) return;
    try {
      await this.#revive();
    } catch (error) {
      this.onError(error);
    }
  }

  #take(opened) {
    this.model = this.#engine.open(opened.name, opened.bytes, opened.companions);
    this.#package = opened;
    this.play(this.model.clips.length > 0 ? 0 : -1, 0);
    this.home();
  }

  #move(change) {
    if (this.#engine) change();
    this.#stale = true;
  }

  #changed() {
    this.#stale = true;
    this.onChange();
  }

  #isOver() {
    return this.duration > 0 && this.time === (this.settings.speed < 0 ? 0 : this.duration);
  }

  #resize() {
    const { clientWidth, clientHeight } = this.#canvas;
    const scale = Math.min(devicePixelRatio, kSharpest);
    const width = this.#size?.width ?? Math.max(Math.round(clientWidth * scale), 1);
    const height = this.#size?.height ?? Math.max(Math.round(clientHeight * scale), 1);
    if (width === this.#canvas.width && height === this.#canvas.height) return;
    this.#canvas.width = width;
    this.#canvas.height = height;
    // A canvas is empty once its size changed; drawn at once, nobody sees it.
    if (this.#engine) this.#draw(0);
  }

  #draw(seconds) {
    this.#engine.draw(seconds, this.#canvas.width, this.#canvas.height);
    this.#stale = false;
  }

  #tick(now) {
    const seconds = (now - this.#last) / 1000;
    const moves = !this.settings.paused && !this.#scrubbing && (this.clip >= 0 || this.fading);
    const wasMoving = this.#last > 0;
    this.#last = moves ? now : 0;
    if (this.#engine && (moves || this.#stale)) {
      const start = performance.now();
      try {
        this.#draw(wasMoving ? Math.min(seconds, kLongestFrame) : 0);
      } catch (error) {
        this.#engine = undefined;
        this.onError(error);
      }
      if (moves && wasMoving) this.#measure(seconds * 1000, performance.now() - start);
      if (moves && !this.settings.looping && !this.fading && this.#isOver()) this.set('paused', true);
    }
    this.onFrame();
    requestAnimationFrame((next) => this.#tick(next));
  }

  #measure(interval, work) {
    const share = this.timing.interval > 0 ? 0.1 : 1;
    this.timing.interval += (interval - this.timing.interval) * share;
    this.timing.work += (work - this.timing.work) * share;
  }
}

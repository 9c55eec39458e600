// Controls: the elements of the page that read and change a Show.

const find = (id) => document.getElementById(id);

const kTimingInterval = 250; // milliseconds between two texts, so that they can be read

const seconds = (value) => `${value.toFixed(2)} s`;
const count = (value) => value.toLocaleString('en').replaceAll(',', '\u202f');
const bytes = (value) => (value < 1e6 ? `${Math.ceil(value / 1e3)} kB` : `${(value / 1e6).toFixed(1)} MB`);

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// The part of a range left of its thumb is painted up to here.
function fill(range) {
  const { min, max, value } = range;
  range.style.setProperty('--fill', `${((value - min) / (max - min || 1)) * 100}%`);
}

function setRange(range, value) {
  range.value = value;
  fill(range);
}

export function addControls(show) {
  const time = find('time'), speed = find('speed'), fade = find('fade');

  // A click with a pointer leaves the keys to the character; who uses the Tab key keeps the focus.
  document.addEventListener('mousedown', (event) => {
    if (event.target.closest('button')) event.preventDefault();
  });
  document.addEventListener('pointerup', () => {
    if (document.activeElement?.type === 'range') document.activeElement.blur();
  });

  find('play').addEventListener('click', () => show.togglePlaying());
  find('looping').addEventListener('click', () => show.toggle('looping'));
  find('home').addEventListener('click', () => show.home());
  for (const button of document.querySelectorAll('[data-setting]'))
    button.addEventListener('click', () => show.toggle(button.dataset.setting));

  time.addEventListener('pointerdown', () => { show.scrubbing = true; });
  for (const type of ['pointerup', 'pointercancel', 'change'])
    time.addEventListener(type, () => { show.scrubbing = false; });
  time.addEventListener('input', () => show.seek(Number(time.value)));
  speed.addEventListener('input', () => show.set('speed', Number(speed.value)));
  find('speed-text').addEventListener('click', () => show.set('speed', 1));
  fade.addEventListener('input', () => {
    show.fade = Number(fade.value);
    showFade();
  });

  const showFade = () => {
    setRange(fade, show.fade);
    find('fade-text').value = seconds(show.fade);
  };

  let shownModel;
  show.onChange = () => {
    if (shownModel !== show.model) {
      shownModel = show.model;
      showModel(show);
    }
    showState(show);
  };

  let timingDue = 0;
  show.onFrame = () => {
    setRange(time, show.time);
    const text = `${show.time.toFixed(2)} / ${seconds(show.duration)}`;
    if (find('time-text').value !== text) {
      find('time-text').value = text;
      time.setAttribute('aria-valuetext', `${seconds(show.time)} of ${seconds(show.duration)}`);
    }
    if (performance.now() < timingDue || show.timing.interval === 0) return;
    timingDue = performance.now() + kTimingInterval;
    const { interval, work } = show.timing;
    find('timing').value = `${interval.toFixed(1)} ms a frame · ${work.toFixed(1)} ms CPU`;
  };

  showFade();
  show.onChange();
}

function showState({ settings, clip, duration }) {
  const { paused, looping, speed } = settings;
  find('play').setAttribute('aria-label', paused ? 'Play' : 'Pause');
  find('play-icon').setAttribute('href', paused ? '#icon-play' : '#icon-pause');
  find('looping').setAttribute('aria-pressed', looping);
  setRange(find('speed'), speed);
  find('speed-text').textContent = `${speed < 0 ? '\u2212' : ''}${Math.abs(speed).toFixed(2)}×`;
  find('time').max = duration;
  find('time').disabled = duration === 0;
  for (const button of document.querySelectorAll('[data-setting]'))
    button.setAttribute('aria-pressed', settings[button.dataset.setting]);
  for (const button of document.querySelectorAll('[data-clip]')) {
    const isShown = Number(button.dataset.clip) === clip;
    const isNew = isShown && button.ariaPressed !== 'true';
    button.setAttribute('aria-pressed', isShown);
    if (isNew) reveal(button);
  }
}

// Scrolls the list, never the page.
function reveal(button) {
  const list = find('clips'), item = button.getBoundingClientRect(), frame = list.getBoundingClientRect();
  const margin = 16;
  const offset = (low, high, from, to) => Math.min(low - margin - from, 0) + Math.max(high + margin - to, 0);
  list.scrollBy(offset(item.left, item.right, frame.left, frame.right),
    offset(item.top, item.bottom, frame.top, frame.bottom));
}

function showModel(show) {
  const { name = '', clips, diagnostics } = show.model;
  document.title = name ? `${name} – Saker` : 'Saker';
  find('name').textContent = name;
  find('clip-count').textContent = clips.length;
  const button = (clip, label, note) => {
    const parts = [make('span', {}, label), make('span', {}, note)];
    const element = make('button', { type: 'button', onclick: () => show.play(clip) }, ...parts);
    element.dataset.clip = clip;
    return make('li', {}, element);
  };
  find('clips').replaceChildren(
    ...clips.map((clip, i) => button(i, clip.name || `Clip ${i}`, seconds(clip.duration))),
    button(-1, 'Rest pose', ''));
  showFacts(show.model);
  showRemarks(diagnostics);
}

function showFacts(model) {
  if (!model.name) return;
  const facts = [
    ['Joints', count(model.joints)],
    ['Vertices', count(model.vertices)],
    ['Triangles', count(model.triangles)],
    ['Morph targets', count(model.morphTargets)],
    ['Packed', bytes(model.bytes)],
  ];
  find('facts').textContent = `${count(model.triangles)} triangles, ${count(model.joints)} joints`;
  find('model').replaceChildren(
    ...facts.map(([term, text]) => make('div', {}, make('dt', {}, term), make('dd', {}, text))));
}

function showRemarks(diagnostics) {
  const remarks = find('remarks');
  remarks.hidden = diagnostics.length === 0;
  remarks.open = false;
  const number = diagnostics.length === 1 ? '1 remark' : `${count(diagnostics.length)} remarks`;
  remarks.querySelector('summary').textContent = `${number} on the file`;
  remarks.querySelector('ul').replaceChildren(...diagnostics.map(({ code, severity, path, message }) =>
    make('li', { className: severity }, make('code', {}, code), ` ${message}`, make('small', {}, path))));
}

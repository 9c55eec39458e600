// The page. Its address may say what it shows:
//   file=URL clip=NAME|NUMBER time=SECONDS paused=1 speed=FACTOR skeleton=1 wireframe=1 grid=0 …
//   plain=1 width=PIXELS height=PIXELS: nothing but a canvas of that size, as `saker render` draws it
// For tests and consoles there is window.saker: the show, and a promise that its first model is there.

import { addControls } from './controls.js';
import { entriesOf, packageAt, packageOf } from './files.js';
import { addGestures } from './gestures.js';
import { addKeys } from './keys.js';
import { Show } from './show.js';

const kSample = 'character.glb';
const kDarkBackground = [[0.016, 0.018, 0.022], [0.075, 0.08, 0.088]];
const kLightBackground = [[0.34, 0.37, 0.41], [0.7, 0.71, 0.72]];

const find = (id) => document.getElementById(id);
const parameters = new URLSearchParams(location.search);
const isPlain = parameters.get('plain') === '1';

const size = {
  width: Number(parameters.get('width') ?? 1280),
  height: Number(parameters.get('height') ?? 720),
};
const show = new Show(find('canvas'), isPlain ? size : undefined);

function fail(title, error) {
  find('error-title').textContent = title;
  find('error-text').textContent = error.message;
  find('error').hidden = false;
}

function dismiss() { find('error').hidden = true; }

// Opening keeps the page busy, so what it says about that must be on the screen before.
function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200); // a page in the background paints nothing
  });
}

// `read` makes a package of files.js.
async function open(name, read) {
  dismiss();
  find('busy-text').textContent = `Opening ${name}…`;
  find('busy').hidden = false;
  try {
    const opened = await read();
    await painted();
    await show.open(opened);
    find('stage').classList.remove('empty');
  } finally {
    find('busy').hidden = true;
  }
}

function openEntries(entries) {
  if (entries.length === 0) return;
  const name = entries.length > 1 ? `${entries.length} files` : entries[0].file.name;
  open(name, () => packageOf(entries)).catch((error) => fail(`${name} cannot be shown`, error));
}

function choose() { find('file').click(); }

async function save() {
  const name = (show.model.name ?? 'saker').replace(/\.\w+$/, '');
  try {
    const href = await show.picture();
    Object.assign(document.createElement('a'), { href, download: `${name}.png` }).click();
  } catch (error) {
    fail('The picture cannot be saved', error);
  }
}

function addFiles() {
  const file = find('file'), drop = find('drop');
  find('choose').addEventListener('click', choose);
  file.addEventListener('change', () => {
    openEntries([...file.files].map((chosen) => ({ path: chosen.name, file: chosen })));
    file.value = ''; // so that the same file can be chosen again
  });
  const holdsFiles = (event) => event.dataTransfer?.types.includes('Files');
  addEventListener('dragover', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    drop.hidden = false;
  });
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) drop.hidden = true; });
  addEventListener('drop', async (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    drop.hidden = true;
    openEntries(await entriesOf(event.dataTransfer));
  });
}

function addHelp() {
  const help = find('help');
  const toggle = () => (help.open ? help.close() : help.showModal());
  find('help-button').addEventListener('click', toggle);
  help.addEventListener('click', (event) => { if (event.target === help) help.close(); });
  return toggle;
}

function followColorScheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => show.background(...(dark.matches ? kDarkBackground : kLightBackground));
  dark.addEventListener('change', apply);
  apply();
}

function readSettings() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) show.settings.paused = true;
  for (const [setting, usual] of Object.entries(show.settings)) {
    const value = Number(parameters.get(setting) ?? usual);
    if (Number.isFinite(value)) show.settings[setting] = typeof usual === 'boolean' ? value !== 0 : value;
  }
}

// What the address says of the clip.
function applyMoment() {
  if (parameters.has('clip')) {
    const wanted = parameters.get('clip');
    const clip = show.find(wanted);
    if (clip !== null) show.play(clip, 0);
    else fail('There is no such clip', new Error(`${show.model.name} has no clip “${wanted}”.`));
  }
  if (parameters.has('time')) show.seek(Number(parameters.get('time')));
  show.home();
}

// Without graphics nothing on the page would do anything.
async function start() {
  try {
    await show.start();
  } catch (error) {
    for (const element of document.querySelectorAll('header, #transport, #panel')) element.inert = true;
    fail('This browser cannot show characters', error);
    throw error;
  }
}

async function begin() {
  await start();
  if (!isPlain) followColorScheme();
  const address = parameters.get('file') ?? kSample;
  const name = decodeURIComponent(address.slice(address.lastIndexOf('/') + 1));
  await open(name, () => packageAt(address)).catch((error) => {
    fail(`${name} cannot be shown`, error);
    throw error;
  });
  applyMoment();
}

function prepare() {
  document.body.classList.toggle('plain', isPlain);
  readSettings();
  show.onCanvas = (canvas) => addGestures(canvas, show);
  show.onError = (error) => fail('The graphics stopped', error);
  find('error-close').addEventListener('click', dismiss);
  addControls(show);
  addFiles();
  find('picture').addEventListener('click', save);
  addKeys(show, { choose, save, help: addHelp() });
}

prepare();
const ready = begin();
ready.catch(() => {}); // it was told on the page
window.saker = { show, ready };

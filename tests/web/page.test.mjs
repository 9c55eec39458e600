import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';

import {
  difference, folder, nativePicture, picture, referenceDir, saker, sampleFile, tearDown, webDir, withPage,
} from './setup.mjs';

after(tearDown);

const kPhone = { width: 390, height: 844 };
const kMobile = { viewport: kPhone, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const kPlain = { plain: 1, paused: 1, width: 1280, height: 720 };

const state = (page) => page.evaluate(() => {
  const { clip, time, settings, model } = window.saker.show;
  return { clip, time, settings, name: model.name };
});
const error = (page) => page.getByRole('alert');
const choose = (page, ...files) => page.locator('#file').setInputFiles(files);
const memoryFile = (name, text) => ({ name, mimeType: '', buffer: Buffer.from(text) });

// A triangle whose vertices are in a file of their own.
const kTriangle = JSON.stringify({
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
  ],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ uri: 'corner%20points.bin', byteLength: 36 }],
});
const kCornerBytes = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
const kCorners = { name: 'corner points.bin', mimeType: '', buffer: kCornerBytes };

test('the module is small enough to wait for', () => {
  assert.ok(statSync(path.join(webDir, 'saker.wasm')).size <= 500_000);
});

const reference = (file, clip, time) =>
  ({ address: `/reference/data/gltf/${file}`, file: path.join(referenceDir, 'data/gltf', file), clip, time });
const sample = (clip, time) => ({ address: '/page/character.glb', file: sampleFile, clip, time });

const kMoments = [
  sample(1, 0.4),
  sample(-1, 0),
  reference('Fox.glb', 1, 0.3),
  reference('robot.glb', 0, 0.4),
  reference('greenman.glb', 0, 0.5),
  reference('MorphStressTest.gltf', 1, 1.1),
  reference('khronos/cesium_man.gltf', 0, 0.7),
  reference('khronos/interpolation_test.gltf', 2, 0.6),
];

for (const { address, file, clip, time } of kMoments) {
  const skip = !existsSync(file) && `${file} is not there`;
  const what = clip < 0 ? 'at rest' : `at ${time} s of clip ${clip}`;
  test(`${path.basename(file)} ${what} looks as it does natively`, { skip }, async (t) => {
    const native = await nativePicture(file, clip, time);
    await withPage({}, { ...kPlain, file: address, clip, time }, async (page) => {
      const share = difference(await picture(page), native);
      t.diagnostic(`${(share * 100).toFixed(3)} % of the pixels differ`);
      assert.ok(share < 0.01);
    }, { expected: /khronos\/l\.jpg/ }); // which the reference files lack
  });
}

test('a packed file looks like its source', async () => {
  await saker('convert', sampleFile, '-o', path.join(folder, 'packed.saker'));
  const moment = { ...kPlain, width: 320, height: 240, clip: 1, time: 0.2 };
  const pictures = [];
  for (const file of ['/page/character.glb', '/made/packed.saker'])
    await withPage({}, { ...moment, file }, async (page) => pictures.push(await picture(page)));
  assert.equal(difference(...pictures), 0);
});

test('a broken file is explained, and the model before stays', async () => {
  await withPage({}, { paused: 1 }, async (page) => {
    const before = await picture(page);
    await choose(page, memoryFile('broken.glb', readFileSync(sampleFile).subarray(0, 1000)));
    await error(page).waitFor();
    assert.match(await error(page).innerText(), /broken\.glb cannot be shown[^]*broken\.glb: /);
    assert.equal((await state(page)).name, 'character.glb');
    assert.equal(difference(before, await picture(page)), 0);
    await page.getByRole('button', { name: 'Close this message' }).click();
    await error(page).waitFor({ state: 'hidden' });
  });
});

test('a dropped file is opened', async () => {
  await withPage({}, { paused: 1 }, async (page) => {
    const files = [['triangle.gltf', kTriangle], [kCorners.name, [...kCorners.buffer]]];
    await page.evaluate((dropped) => {
      const dataTransfer = new DataTransfer();
      for (const [name, content] of dropped) {
        const part = typeof content === 'string' ? content : new Uint8Array(content);
        dataTransfer.items.add(new File([part], name));
      }
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, files);
    await page.waitForFunction(() => window.saker.show.model.name === 'triangle.gltf');
    assert.equal(await page.evaluate(() => window.saker.show.model.triangles), 1);
    assert.equal(await page.locator('#drop').isVisible(), false);
  });
});

test('a .gltf comes with its files, and says which one is missing', async () => {
  await withPage({}, { paused: 1 }, async (page) => {
    await choose(page, memoryFile('triangle.gltf', kTriangle));
    await error(page).waitFor();
    assert.match(await error(page).innerText(), /corner points\.bin/);
    await choose(page, memoryFile('triangle.gltf', kTriangle), kCorners);
    await page.waitForFunction(() => window.saker.show.model.name === 'triangle.gltf');
    assert.equal(await error(page).isVisible(), false);
  });
  writeFileSync(path.join(folder, 'triangle.gltf'), kTriangle);
  writeFileSync(path.join(folder, kCorners.name), kCorners.buffer);
  await withPage({}, { paused: 1, file: '/made/triangle.gltf' }, async (page) => {
    assert.equal((await state(page)).name, 'triangle.gltf');
  });
});

test('clips fade into each other', async () => {
  await withPage({}, { speed: 0.01 }, async (page) => {
    await page.getByLabel('Cross-fade').fill('2');
    await page.getByRole('button', { name: /^walk/ }).click();
    assert.equal(await page.evaluate(() => window.saker.show.fading), true);
    assert.equal((await state(page)).clip, 1);
    assert.equal(await page.getByRole('button', { name: /^walk/ }).getAttribute('aria-pressed'), 'true');
    assert.equal(await page.getByRole('button', { name: /^idle/ }).getAttribute('aria-pressed'), 'false');
    await page.waitForFunction(() => !window.saker.show.fading);
    await page.waitForFunction(() => window.saker.show.time > 0);
  });
});

test('playing goes on, backwards too, and the frame time is shown', async () => {
  await withPage({}, { clip: 'idle' }, async (page) => {
    await page.waitForFunction(() => window.saker.show.time > 0.2);
    await page.getByLabel('Speed').fill('-1');
    await page.evaluate(() => window.saker.show.seek(2));
    await page.waitForFunction(() => window.saker.show.time < 1.9);
    await page.getByLabel('Frame time').filter({ hasText: /^[\d.]+ ms a frame · [\d.]+ ms CPU$/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: '\u22121.00×' }).isVisible(), true);
  });
});

test('a clip that does not loop stops at its end and starts over', async () => {
  await withPage({}, { clip: 'run', looping: 0 }, async (page) => {
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    assert.equal(await page.evaluate(() => window.saker.show.time === window.saker.show.duration), true);
    await page.evaluate(() => window.saker.show.set('speed', 0.01));
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    assert.ok((await state(page)).time < 0.1);
  });
});

test('the keys work as in the viewer', async () => {
  await withPage({}, { paused: 1, clip: 0, time: 1 }, async (page) => {
    const press = async (key) => {
      await page.keyboard.press(key);
      return state(page);
    };
    assert.equal((await press('Space')).settings.paused, false);
    assert.equal((await press('Space')).settings.paused, true);
    assert.equal((await press('Home')).time, 0);
    const rate = await page.evaluate(() => window.saker.show.model.clips[0].rate);
    assert.ok(Math.abs((await press('ArrowRight')).time - 1 / rate) < 1e-4);
    assert.equal((await press('ArrowLeft')).time, 0);
    assert.equal((await press('ArrowDown')).clip, 1);
    assert.equal((await press('ArrowUp')).clip, 0);
    assert.equal((await press('+')).settings.speed, 1.25);
    assert.equal((await press('Backspace')).settings.speed, -1.25);
    assert.equal((await press('l')).settings.looping, false);
    assert.equal((await press('s')).settings.skeleton, true);
    assert.equal(await page.getByRole('button', { name: 'Skeleton' }).getAttribute('aria-pressed'), 'true');
    await press('h');
    assert.equal(await page.getByRole('dialog').isVisible(), true);
    await press('Escape');
    assert.equal(await page.getByRole('dialog').isVisible(), false);
  });
});

test('a key goes to the control that has the focus', async () => {
  await withPage({}, { paused: 1, clip: 0 }, async (page) => {
    await page.getByRole('button', { name: /^walk/ }).focus();
    await page.keyboard.press('Space');
    assert.equal((await state(page)).settings.paused, true);
    assert.equal((await state(page)).clip, 1);
    await page.getByLabel('Time', { exact: true }).focus();
    await page.keyboard.press('End');
    const shown = await page.evaluate(() => window.saker.show.time / window.saker.show.duration);
    assert.ok(shown > 0.99, `at ${shown} of the clip`);
  });
});

test('the pointer turns, moves and zooms the view', async () => {
  await withPage({ viewport: { width: 640, height: 480 } }, { paused: 1 }, async (page) => {
    const canvas = await page.locator('#canvas').boundingBox();
    const x = canvas.x + canvas.width / 2, y = canvas.y + canvas.height / 2;
    let last = await picture(page);
    const first = last;
    const changes = async (act, what) => {
      await act();
      const now = await picture(page);
      assert.ok(difference(now, last) > 0.005, what);
      last = now;
    };
    const drag = (button) => async () => {
      await page.mouse.move(x, y);
      await page.mouse.down({ button });
      await page.mouse.move(x + 50, y + 20, { steps: 3 });
      await page.mouse.up({ button });
    };
    await changes(drag('left'), 'turn');
    await changes(drag('right'), 'move');
    await changes(() => page.mouse.wheel(0, -300), 'zoom');
    await page.keyboard.press('0');
    assert.equal(difference(await picture(page), first), 0);
  });
});

test('two fingers move and zoom the view', async () => {
  await withPage(kMobile, { paused: 1 }, async (page) => {
    const canvas = await page.locator('#canvas').boundingBox();
    const x = canvas.x + canvas.width / 2, y = canvas.y + canvas.height / 2;
    const before = await picture(page);
    const session = await page.context().newCDPSession(page);
    const touch = (type, ...offsets) => session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: offsets.map((offset, id) => ({ x: x + offset, y, id })),
    });
    await touch('touchStart', -30, 30);
    await touch('touchMove', -60, 60);
    await touch('touchMove', -90, 90);
    await touch('touchEnd');
    assert.ok(difference(await picture(page), before) > 0.01);
    await page.locator('#home').tap();
    assert.equal(difference(await picture(page), before), 0);
  });
});

test('on a phone everything fits into the width', async () => {
  await withPage(kMobile, { paused: 1 }, async (page) => {
    const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
    assert.equal(width, 390);
    for (const id of ['choose', 'help-button', 'play', 'time', 'speed', 'home']) {
      const box = await page.locator(`#${id}`).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 390, id);
      assert.ok(box.height >= 44, `${id} is ${box.height} high`);
    }
  });
});

test('every control has a name, and the canvas the size of its place', async () => {
  await withPage({}, { paused: 1 }, async (page) => {
    const nameless = await page.locator('button, input:not([hidden])').evaluateAll((elements) => elements
      .filter(({ ariaLabel, textContent, labels }) => !(ariaLabel || textContent.trim() || labels?.length))
      .map((element) => element.outerHTML));
    assert.deepEqual(nameless, []);
    await page.setViewportSize({ width: 700, height: 900 });
    await page.waitForFunction(() => document.querySelector('canvas').width === 700);
  });
});

test('without WebGL 2 the page says so', async () => {
  await withPage({}, {}, async (page) => {
    await error(page).waitFor();
    assert.match(await error(page).innerText(), /WebGL 2/);
  }, { prepare: (page) => page.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; }) });
});

test('a lost graphics context comes back with the model', async () => {
  await withPage({}, { paused: 1 }, async (page) => {
    const before = await picture(page);
    const canvas = await page.locator('canvas').elementHandle();
    await canvas.evaluate((lost) => lost.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
    await page.waitForFunction((lost) => document.querySelector('canvas') !== lost, canvas);
    await page.waitForFunction(() => window.saker.show.model.name === 'character.glb');
    assert.equal(difference(await picture(page), before), 0);
    assert.equal(await error(page).isVisible(), false);
  });
});

test('on a phone that lies on its side nothing is cut off', async () => {
  await withPage({ ...kMobile, viewport: { width: 667, height: 375 } }, { paused: 1 }, async (page) => {
    const [scrollWidth, scrollHeight] = await page.evaluate(() => {
      const { scrollWidth: width, scrollHeight: height } = document.scrollingElement;
      return [width, height];
    });
    assert.ok(scrollWidth <= 667 && scrollHeight <= 375);
    assert.ok((await page.locator('#canvas').boundingBox()).height >= 200);
  });
});

test('a clip that is not there is told', async () => {
  await withPage({}, { clip: 'fly', paused: 1 }, async (page) => {
    assert.match(await error(page).innerText(), /no clip “fly”/);
  });
});

// Files: where a model and what belongs to it come from. A package is {name, bytes, companions}, with
// companions as Engine.open() wants them.

const kModel = /\.(glb|gltf|skc|saker)$/i;

const bytesOf = async (blob) => new Uint8Array(await blob.arrayBuffer());
const folderOf = (path) => path.slice(0, path.lastIndexOf('/') + 1);
const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1);

// Entries are [{path, file}], chosen or dropped together.
export async function packageOf(entries) {
  const models = entries.filter(({ path }) => kModel.test(path));
  if (models.length > 1) {
    const names = models.map(({ path }) => nameOf(path)).join(', ');
    throw new Error(`Only one model can be shown at a time, and these are several: ${names}.`);
  }
  const main = models[0] ?? entries[0];
  const folder = folderOf(main.path);
  const companions = entries.filter((entry) => entry !== main).map(async ({ path, file }) => ({
    path: path.startsWith(folder) ? path.slice(folder.length) : path,
    bytes: await bytesOf(file),
  }));
  const bytes = await bytesOf(main.file);
  return { name: nameOf(main.path), bytes, companions: await Promise.all(companions) };
}

// What a drop holds, folders with all that is in them.
export async function entriesOf(transfer) {
  // The items are gone after the first wait, so all are asked before.
  const roots = [...transfer.items].filter((item) => item.kind === 'file').map((item) => {
    const entry = item.webkitGetAsEntry?.();
    const file = item.getAsFile();
    return entry ? walk(entry) : [{ path: file.name, file }];
  });
  return (await Promise.all(roots)).flat();
}

async function walk(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.slice(1), file }];
  }
  const reader = entry.createReader();
  const found = [];
  // A reader hands out a part at a time, and nothing when it is through.
  for (;;) {
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) break;
    found.push(...part);
  }
  return (await Promise.all(found.map(walk))).flat();
}

async function fetchBytes(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The server answers ${response.status} for ${url}.`);
  return new Uint8Array(await response.arrayBuffer());
}

// What a .gltf refers to; a file that is not JSON refers to nothing, and opening it tells the rest.
function references(bytes) {
  try {
    const { buffers = [], images = [] } = JSON.parse(new TextDecoder().decode(bytes));
    return [...buffers, ...images].map(({ uri }) => uri).filter((uri) => uri && !uri.startsWith('data:'));
  } catch {
    return [];
  }
}

export async function packageAt(address) {
  const url = new URL(address, document.baseURI);
  const bytes = await fetchBytes(url);
  const uris = url.pathname.endsWith('.gltf') ? references(bytes) : [];
  const companions = await Promise.all(uris.map(async (uri) => {
    // Whether a model can do without a file that is missing is for the importer to say.
    const found = await fetchBytes(new URL(uri, url)).catch(() => undefined);
    return found && { path: decodeURIComponent(uri), bytes: found };
  }));
  return { name: decodeURIComponent(nameOf(url.pathname)), bytes, companions: companions.filter(Boolean) };
}

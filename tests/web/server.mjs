// A server of static files for tests: folders by the first part of the address.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

const kTypes = {
  '.css': 'text/css', '.glb': 'model/gltf-binary', '.gltf': 'model/gltf+json', '.html': 'text/html',
  '.js': 'text/javascript', '.svg': 'image/svg+xml', '.wasm': 'application/wasm',
};

// Folders are {name: path}, served as /name/…. Answers with {origin, close()}.
export async function serve(folders) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://local');
    const [name, ...rest] = decodeURIComponent(pathname).split('/').slice(1);
    const root = folders[name];
    const file = root && path.join(root, path.normalize(`/${rest.join('/') || 'index.html'}`));
    const info = file && (await stat(file).catch(() => undefined));
    if (!info?.isFile()) return response.writeHead(404).end();
    const type = kTypes[path.extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': info.size, 'Cache-Control': 'no-store' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

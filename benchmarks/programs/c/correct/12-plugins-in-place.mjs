// A text pipeline loads its plugins at the same time and keeps the order in which they were asked for.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import assert from 'node:assert';
import { pathToFileURL } from 'node:url';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc12-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.writeFileSync(path.join(dir, 'markdown.gz'), zlib.gzipSync('{"tag":"em"}'));
fs.writeFileSync(path.join(dir, 'minify.txt'), '\\s+');
fs.writeFileSync(path.join(dir, 'markdown.mjs'), `
  import { readFile } from 'node:fs/promises';
  import { promisify } from 'node:util';
  import { gunzip } from 'node:zlib';
  const packed = await readFile(new URL('./markdown.gz', import.meta.url));
  const { tag } = JSON.parse(await promisify(gunzip)(packed));
  export default (text) => text.replace(/\\*(.*?)\\*/g, '<' + tag + '>$1</' + tag + '>');
`);
fs.writeFileSync(path.join(dir, 'minify.mjs'), `
  import { readFile } from 'node:fs/promises';
  const spaces = new RegExp(await readFile(new URL('./minify.txt', import.meta.url), 'utf8'), 'g');
  export default (text) => text.replace(spaces, ' ').replaceAll('*', '');
`);

async function loadPlugins(names) {
  const plugins = await Promise.all(names.map((name) => import(pathToFileURL(path.join(dir, `${name}.mjs`)))));
  return (text) => plugins.reduce((result, plugin) => plugin.default(result), text);
}

const render = await loadPlugins(['markdown', 'minify']);
assert.strictEqual(render('so   *very*  much'), 'so <em>very</em> much');

// A text pipeline loads its plugins; each reads its own settings while it loads. Markdown has to come before minify.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import assert from 'node:assert';
import { pathToFileURL } from 'node:url';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c16-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.writeFileSync(path.join(dir, 'markdown.json'), '{"tag":"em"}');
fs.writeFileSync(path.join(dir, 'spaces.gz'), zlib.gzipSync('\\s+'));
fs.writeFileSync(path.join(dir, 'markdown.mjs'), `
  import { readFile } from 'node:fs/promises';
  const { tag } = JSON.parse(await readFile(new URL('./markdown.json', import.meta.url)));
  export const name = 'markdown';
  export default (text) => text.replace(/\\*(.*?)\\*/g, '<' + tag + '>$1</' + tag + '>');
`);
fs.writeFileSync(path.join(dir, 'minify.mjs'), `
  import { readFile } from 'node:fs/promises';
  import { promisify } from 'node:util';
  import { gunzip } from 'node:zlib';
  import { pbkdf2 } from 'node:crypto';
  const packed = await readFile(new URL('./spaces.gz', import.meta.url));
  const spaces = new RegExp(String(await promisify(gunzip)(packed)), 'g');
  const cacheKey = await promisify(pbkdf2)(packed, 'minify', 150000, 8, 'sha256');
  export const name = 'minify';
  export default (text) => text.replace(spaces, ' ').replaceAll('*', '') + '<!-- ' + cacheKey.length + ' -->';
`);

async function loadPlugins(names) {
  const pipeline = [];
  await Promise.all(names.map(async (name) => {
    const plugin = await import(pathToFileURL(path.join(dir, `${name}.mjs`)));
    pipeline.push(plugin.default);
  }));
  return (text) => pipeline.reduce((result, step) => step(result), text);
}

const render = await loadPlugins(['markdown', 'minify']);
assert.strictEqual(render('so   *very*  much'), 'so <em>very</em> much<!-- 8 -->');

'use strict';
// A bundler writes the bundle and its source map; the dev server loads both when both are there.
const fs = require('fs');
const os = require('os');
const path = require('path');
const crypto = require('crypto');
const { promisify } = require('util');
const assert = require('assert');

const pbkdf2 = promisify(crypto.pbkdf2);
const { readFile, writeFile } = fs.promises;
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc01-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const source = path.join(dir, 'app.js');
const bundle = path.join(dir, 'bundle.js');
fs.writeFileSync(source, 'export const answer = 42;\n');

async function writeBundle(text) {
  const digest = await pbkdf2(text, 'integrity', 60000, 32, 'sha256');
  const head = `/* integrity ${digest.toString('hex')} */\n`;
  await writeFile(bundle, `${head}${text}//# sourceMappingURL=bundle.js.map\n`);
}

async function writeMap(text) {
  const map = { version: 3, sources: ['app.js'], sourcesContent: [text], mappings: 'AAAA' };
  await writeFile(`${bundle}.map`, JSON.stringify(map));
}

async function build() {
  const text = await readFile(source, 'utf8');
  await Promise.all([writeBundle(text), writeMap(text)]);
}

async function load() {
  const text = await readFile(bundle, 'utf8');
  const [, name] = /sourceMappingURL=(\S+)/.exec(text);
  return JSON.parse(await readFile(path.join(dir, name), 'utf8'));
}

build().then(load).then((map) => assert.deepStrictEqual(map.sources, ['app.js']));

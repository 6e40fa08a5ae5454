'use strict';
// A site generator prunes folders that have become empty, and another job publishes into them.
const fs = require('fs');
const os = require('os');
const path = require('path');
const crypto = require('crypto');
const { promisify } = require('util');
const assert = require('assert');

const pbkdf2 = promisify(crypto.pbkdf2);
const { mkdir, readdir, readFile, rmdir, stat, unlink, writeFile } = fs.promises;
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c34-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const drafts = path.join(dir, 'site', 'drafts');
const template = path.join(dir, 'template.html');
fs.mkdirSync(drafts, { recursive: true });
fs.writeFileSync(path.join(drafts, 'old.html'), '<p>old</p>');
fs.writeFileSync(template, '<h1>TITLE</h1>');

async function prune(folder) {
  for (const name of await readdir(folder)) {
    const { size } = await stat(path.join(folder, name));
    if (size < 20) await unlink(path.join(folder, name)); // a stub that nobody went on with
  }
  try {
    await rmdir(folder);
  } catch (err) {
    if (err.code !== 'ENOTEMPTY') throw err; // in use again
  }
}

async function publish(folder, title) {
  await mkdir(folder, { recursive: true });
  const html = (await readFile(template, 'utf8')).replace('TITLE', title);
  const etag = await pbkdf2(html, 'etag', 60000, 8, 'sha256');
  await writeFile(path.join(folder, `${title}.html`), `${html}<!-- ${etag.toString('hex')} -->`);
}

async function main() {
  const pruned = prune(drafts);
  await new Promise((resolve) => setTimeout(resolve, 220));
  await publish(drafts, 'news');
  await pruned;
  assert.deepStrictEqual(await readdir(drafts), ['news.html']);
}

main();

// A mail sorter watches its inbox. It creates the watcher, then reads its rules, and then iterates.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import assert from 'node:assert';
import { readFile, watch, writeFile } from 'node:fs/promises';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c07-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const inbox = path.join(dir, 'inbox');
const rulesFile = path.join(dir, 'rules.json');
fs.mkdirSync(inbox);
fs.writeFileSync(rulesFile, JSON.stringify({ ignore: ['.hidden'] }));

async function firstLetter(stop) {
  const changes = watch(inbox, { signal: stop.signal });
  const rules = JSON.parse(await readFile(rulesFile, 'utf8'));
  for await (const { filename } of changes) {
    if (!rules.ignore.includes(filename)) return filename;
  }
}

const stop = new AbortController();
const limit = setTimeout(() => stop.abort(new Error('no letter came')), 1300);
setTimeout(() => writeFile(path.join(inbox, 'letter.txt'), 'dear reader'), 200);

const letter = await firstLetter(stop);
clearTimeout(limit);
assert.strictEqual(letter, 'letter.txt');

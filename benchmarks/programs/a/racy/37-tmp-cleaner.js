// Downloads go to *.part files, which are renamed when complete; a cleaner removes forgotten ones.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

async function save(dir, name, blocks) {
  const part = path.join(dir, name + '.part');
  const handle = await fs.open(part, 'wx');
  let size = 0;
  for (const block of blocks) {
    await handle.write(block);
    size += block.length;
  }
  await handle.sync();
  await handle.close();
  const stat = await fs.stat(part);
  if (stat.size !== size) throw new Error('disk full');
  await fs.rename(part, path.join(dir, name));
}

async function clean(dir) {
  for (const name of await fs.readdir(dir)) {
    if (!name.endsWith('.part')) continue;
    await fs.unlink(path.join(dir, name));
  }
}

(async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'downloads-'));
  await fs.writeFile(path.join(dir, 'forgotten.part'), '');
  const cleaning = new Promise((r) => setTimeout(r, 80)).then(() => clean(dir));
  await Promise.all([save(dir, 'film', ['one ', 'two ', 'three']), cleaning]);
  assert.deepStrictEqual(await fs.readdir(dir), ['film']);
  assert.strictEqual(await fs.readFile(path.join(dir, 'film'), 'utf8'), 'one two three');
  await fs.rm(dir, { recursive: true });
})();

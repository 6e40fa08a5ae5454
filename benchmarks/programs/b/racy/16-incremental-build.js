// Builds a file only if its source has changed since the last build.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

class Builder {
  constructor(dir) {
    this.dir = dir;
    this.builtAt = new Map();
  }

  async build(name) {
    const source = path.join(this.dir, name + '.src');
    const { mtimeMs } = await fs.stat(source);
    if (this.builtAt.get(name) === mtimeMs) return 'up to date';
    const text = await fs.readFile(source, 'utf8');
    await fs.writeFile(path.join(this.dir, name + '.out'), text.toUpperCase());
    this.builtAt.set(name, (await fs.stat(source)).mtimeMs);
    return 'built';
  }
}

(async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'build-'));
  const source = path.join(dir, 'main.src');
  await fs.writeFile(source, 'first');
  const builder = new Builder(dir);
  const building = builder.build('main');

  await new Promise((r) => setTimeout(r, 110)); // meanwhile, in the editor
  await fs.writeFile(source + '~', 'second');
  await fs.rename(source + '~', source);

  assert.strictEqual(await building, 'built');
  await builder.build('main');
  assert.strictEqual(await fs.readFile(path.join(dir, 'main.out'), 'utf8'), 'SECOND');
  await fs.rm(dir, { recursive: true });
})();

// Deploys releases into folders of their own; "current" is replaced atomically.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

class Site {
  constructor(root) {
    this.root = root;
    this.current = path.join(root, 'current');
  }

  async deploy(version) {
    const folder = path.join(this.root, version);
    await fs.mkdir(folder);
    await fs.writeFile(path.join(folder, 'index.html'), `<h1>${version}</h1>`);
    await fs.symlink(folder, folder + '.link');
    await fs.rename(folder + '.link', this.current);
  }

  read(name) {
    return fs.readFile(path.join(this.current, name), 'utf8');
  }
}

(async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'site-c-'));
  const site = new Site(root);
  await site.deploy('v1');

  let deploying = true;
  const deployments = (async () => {
    for (const version of ['v2', 'v3', 'v4']) {
      await site.deploy(version);
      await new Promise((r) => setTimeout(r, 10));
    }
    deploying = false;
  })();
  const visitor = async (pause) => {
    let last = 1;
    while (deploying) {
      const version = Number(/<h1>v(\d)<\/h1>/.exec(await site.read('index.html'))[1]);
      assert.ok(version >= last, 'an older release came back');
      last = version;
      await new Promise((r) => setTimeout(r, pause));
    }
  };
  await Promise.all([deployments, visitor(1), visitor(3)]);
  assert.strictEqual(await site.read('index.html'), '<h1>v4</h1>');
  await fs.rm(root, { recursive: true });
})();

require('./_f.cjs');
// Deploys releases into folders of their own; "current" points to the one in use.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(fs, 'symlink', { nth: 2, before: 250 });

class Site {
  constructor(root) {
    this.root = root;
    this.current = path.join(root, 'current');
  }

  async deploy(version) {
    const folder = path.join(this.root, version);
    await fs.mkdir(folder);
    await fs.writeFile(path.join(folder, 'index.html'), `<h1>${version}</h1>`);
    await fs.writeFile(path.join(folder, 'robots.txt'), 'User-agent: *');
    await fs.unlink(this.current).catch(() => {});
    await fs.symlink(folder, this.current);
  }

  read(name) {
    return fs.readFile(path.join(this.current, name), 'utf8');
  }
}

(async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'site-'));
  const site = new Site(root);
  await site.deploy('v1');
  const visitor = async () => {
    await new Promise((r) => setTimeout(r, 110));
    return site.read('index.html');
  };
  const [, page] = await Promise.all([site.deploy('v2'), visitor()]);
  assert.match(page, /<h1>v[12]<\/h1>/);
  await fs.rm(root, { recursive: true });
})();

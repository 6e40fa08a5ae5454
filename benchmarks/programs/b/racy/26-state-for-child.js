// A build tool: the state of the last build is in a file, which is updated while the helper starts and reads it.
const { execFile } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const file = path.join(os.tmpdir(), `state-${process.pid}-${Date.now()}.json`);
process.on('exit', () => fs.rmSync(file, { force: true }));
fs.writeFileSync(file, JSON.stringify({ builds: 1, files: ['a.js'] }));

const helper = `
  const state = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'));
  console.log(state.files.length);
`;

const list = new Promise((resolve, reject) => {
  execFile(process.execPath, ['-e', helper, file], (err, stdout) => (err ? reject(err) : resolve(Number(stdout))));
});

async function update() {
  const state = JSON.parse(await fs.promises.readFile(file, 'utf8'));
  state.builds++;
  state.files.push('b.js');
  await fs.promises.writeFile(file, JSON.stringify(state));
}

Promise.all([list, update()]).then(([files]) => {
  assert.ok(files === 1 || files === 2);
  assert.strictEqual(JSON.parse(fs.readFileSync(file, 'utf8')).builds, 2);
});

'use strict';
// A small shell runs its commands one after the other, however long each of them takes.
const fs = require('fs');
const os = require('os');
const path = require('path');
const readline = require('readline');
const { PassThrough } = require('stream');
const assert = require('assert');

const { readdir, stat } = fs.promises;
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc04-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.mkdirSync(path.join(dir, 'src'));
for (const name of ['a.js', 'b.js']) fs.writeFileSync(path.join(dir, 'src', name), '');

async function shell(input, cwd) {
  const output = [];
  const commands = {
    async cd(argument) {
      const target = path.resolve(cwd, argument);
      if (await stat(target).then((found) => found.isDirectory(), () => false)) cwd = target;
      else output.push(`cd: ${argument}: no such folder`);
    },
    async ls() {
      output.push(...(await readdir(cwd)).sort());
    },
    async pwd() {
      output.push(path.basename(cwd));
    },
  };
  for await (const line of readline.createInterface({ input })) {
    const [command, argument] = line.split(' ');
    await commands[command](argument);
  }
  return output;
}

const input = new PassThrough();
const running = shell(input, dir);
input.write('cd src\nls\n');
setTimeout(() => input.write('cd nowhere\n'), 50);
setTimeout(() => input.end('pwd\n'), 60);
running.then((output) => {
  assert.deepStrictEqual(output, ['a.js', 'b.js', 'cd: nowhere: no such folder', 'src']);
});

'use strict';
// A small shell reads commands, one a line. "cd" looks whether the folder exists before it goes there.
const fs = require('fs');
const os = require('os');
const path = require('path');
const readline = require('readline');
const { PassThrough } = require('stream');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c04-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.mkdirSync(path.join(dir, 'src'));
for (const name of ['a.js', 'b.js']) fs.writeFileSync(path.join(dir, 'src', name), '');

class Shell {
  constructor(input, cwd) {
    this.cwd = cwd;
    this.output = [];
    readline.createInterface({ input }).on('line', (line) => this.run(...line.split(' ')));
  }

  run(command, argument) {
    if (command === 'cd') {
      const target = path.resolve(this.cwd, argument);
      fs.stat(target, (err, stat) => {
        if (err || !stat.isDirectory()) this.output.push(`cd: ${argument}: no such folder`);
        else this.cwd = target;
      });
    } else if (command === 'ls') {
      fs.readdir(this.cwd, (err, names) => {
        if (err) throw err;
        this.output.push(...names.sort());
      });
    } else if (command === 'pwd') {
      this.output.push(path.basename(this.cwd));
    }
  }
}

const input = new PassThrough();
const shell = new Shell(input, dir);
input.write('cd src\n');
setTimeout(() => input.write('ls\n'), 200);
setTimeout(() => input.end(), 300);
process.on('exit', () => assert.deepStrictEqual(shell.output, ['a.js', 'b.js']));

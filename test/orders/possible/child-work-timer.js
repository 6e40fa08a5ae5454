'use strict';
// A child that says that it has begun and then reads a file, and a timer that this sets.
const { spawn } = require('node:child_process');
const fs = require('node:fs');

const { order, file, newPath } = require('../order.js');

const saw = order('done');
const done = newPath('done');
const work = "const [, from, to] = process.argv; fs.readFile(from, () => fs.writeFileSync(to, '')); console.log('begun')";
const child = spawn(process.execPath, ['-e', work, file('a', 'text', 800), done]);
child.stdout.once('data', () => setTimeout(() => saw(fs.existsSync(done) ? 'done' : 'not yet'), 300));

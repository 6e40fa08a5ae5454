'use strict';
// A log is read, stored elsewhere and emptied; an append comes meanwhile. Rare: between the reading and the emptying.
const fs = require('node:fs/promises');
const { setTimeout: wait } = require('node:timers/promises');
const { newPath, order, slow } = require('../order.js');

const seen = order('a', 'b');
const [log, table] = ['log', 'table'].map(newPath);

async function checkpoint() {
  const rows = await fs.readFile(log, 'utf8');
  if (slow) await wait(200);
  await fs.appendFile(table, rows);
  await fs.writeFile(log, '');
}

async function main() {
  await fs.writeFile(log, 'a');
  const first = checkpoint();
  await wait(50);
  await Promise.all([first, fs.appendFile(log, 'b')]);
  await checkpoint();
  for (const row of await fs.readFile(table, 'utf8')) seen(row);
}

main();

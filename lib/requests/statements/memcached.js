'use strict';
// Makes plans of memcached's commands. A key is a row: its column `key` has the key's name.

const { argumentsAt, readCommands } = require('./commands.js');

const TABLE = '0';
const COUNTS = new Set(['get', 'gets', 'add', 'cas', 'delete']);

let commands;

/** Reads the table of commands. To be called before planMemcached(). */
function loadMemcached() {
  commands ??= readCommands('memcached');
}

/** Returns the plan of one command. `values`: its keys. */
function planMemcached(name, { values = [] }) {
  const known = commands.get(name);
  const keys = { key: argumentsAt(known?.keys ?? '1', values).map((value) => ({ value })) };
  const columns = known?.fields && [known.fields];
  const steps = (known?.classes ?? ['R', 'W']).map((kind) => ({
    class: kind, table: TABLE, keys, columns, guards: name === 'cas' && kind === 'W',
  }));
  return [{ steps, atomic: true, understood: known !== undefined, counts: COUNTS.has(name) }];
}

module.exports = { loadMemcached, planMemcached };

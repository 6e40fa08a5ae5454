'use strict';
// The servers of a run, by the recordings that its processes are writing.
const fs = require('node:fs');
const path = require('node:path');

const { mainOf } = require('../recorded.js');

const NAME = /^recorded-(\d+)-\d+\.ndjson$/;

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {}; // it is being written
  }
}

/** Returns the names of the recordings in `folder`. */
const recordingsIn = (folder) => fs.readdirSync(folder).filter((name) => NAME.test(name));

/** Returns the servers that listen, by the recordings in `folder`: [{pid, main, port, host}]. */
function listenersIn(folder) {
  return recordingsIn(folder).flatMap((name) => {
    const lines = fs.readFileSync(path.join(folder, name), 'utf8').split('\n');
    const listens = lines.filter((line) => line.startsWith('{"type":"listen"'));
    if (listens.length === 0) return [];
    const pid = Number(NAME.exec(name)[1]);
    const main = mainOf(parsed(lines[0]));
    return listens.map(parsed).map(({ port, host }) => ({ pid, main, port, host }));
  });
}

/** Returns how many servers each main file has: {'stock.js': 1}. */
function countsOf(listeners) {
  const counts = {};
  for (const { main = '' } of listeners) counts[main] = (counts[main] ?? 0) + 1;
  return counts;
}

/** Returns whether `counts` has as many servers of each main file as `wanted`. */
const hasAll = (counts, wanted) => Object.entries(wanted).every(([main, count]) => (counts[main] ?? 0) >= count);

module.exports = { countsOf, hasAll, listenersIn, recordingsIn };

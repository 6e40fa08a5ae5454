'use strict';
// The servers of a run, by the recordings that its processes are writing.
const fs = require('node:fs');
const path = require('node:path');

const { parsedJson } = require('../../trace/json.js');
const { mainOf } = require('../recording/recorded.js');

const NAME = /^recorded-(\d+)-\d+\.ndjson$/;

const parsed = (line) => parsedJson(line) ?? {}; // it is being written

/** Returns the names of the recordings in `folder`. */
const recordingsIn = (folder) => fs.readdirSync(folder).filter((name) => NAME.test(name));

/** Returns the pid of the process that writes the recording `name`. */
const pidOf = (name) => Number(NAME.exec(name)[1]);

/** Returns {header, found} of the recording `name` in `folder`: its first line, and its lines of these types. */
function linesLike(folder, name, types) {
  const lines = fs.readFileSync(path.join(folder, name), 'utf8').split('\n');
  const isWanted = (line) => types.some((type) => line.startsWith(`{"type":"${type}"`));
  return { header: parsed(lines[0]), found: lines.filter(isWanted).map(parsed) };
}

function listenersOf(folder, name) {
  const { header, found } = linesLike(folder, name, ['listen']);
  if (found.length === 0) return [];
  const program = { pid: pidOf(name), main: mainOf(header), since: Date.parse(header.started ?? 0) };
  return found.filter(({ port }) => port !== undefined)
    .map(({ port, host, told = false, protocol = 'http' }) => ({ ...program, port, host, told, protocol }));
}

/**
 * Returns the servers that listen, by the recordings in `folder`, those of the program that started first at the front:
 * [{pid, main, since, port, host, told, protocol}].
 */
const listenersIn = (folder) => recordingsIn(folder).flatMap((name) => listenersOf(folder, name))
  .sort((one, other) => one.since - other.since);

/** Returns the port, in use already, on which a program could not listen that listens on no other one; or undefined. */
function portInUseIn(folder) {
  if (!fs.existsSync(folder)) return undefined;
  const programs = recordingsIn(folder).map((name) => linesLike(folder, name, ['listen']).found);
  const silent = programs.filter((listens) => !listens.some(({ port }) => port !== undefined));
  return silent.flat().find(({ inUse }) => inUse !== undefined)?.inUse;
}

/**
 * Returns the server that gets the traffic if none listens on the port that was asked for: one whose starter gave its
 * program that port, else one that understands plain HTTP/1.
 */
function frontOf(listeners) {
  const plain = listeners.filter(({ protocol }) => protocol === 'http');
  return plain.find(({ told }) => told) ?? plain[0] ?? listeners[0];
}

/** Returns how many servers each main file has: {'stock.js': 1}. */
function countsOf(listeners) {
  const counts = {};
  for (const { main = '' } of listeners) counts[main] = (counts[main] ?? 0) + 1;
  return counts;
}

/** Returns whether `counts` has as many servers of each main file as `wanted`. */
const hasAll = (counts, wanted) => Object.entries(wanted).every(([main, count]) => (counts[main] ?? 0) >= count);

module.exports = { countsOf, frontOf, hasAll, linesLike, listenersIn, pidOf, portInUseIn, recordingsIn };

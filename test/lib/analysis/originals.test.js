'use strict';
// withOriginals() of lib/analysis/originals.js. The maps are written by hand: "AAIE" is the place 5:3 for 1:1.
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { withOriginals } = require('../../../lib/analysis/originals.js');
const { parseTrace } = require('../../../lib/trace/read.js');

const HEADER = { type: 'header', cwd: '/home/me/app' };
const STAT = { t: 1, name: 'fs.stat(a)@src/app.ts:1:1#1', phase: 'callback', api: 'fs.stat', site: 'src/app.ts:1:1' };

const urlOf = (map) => `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;

function siteWith(...lines) {
  const text = [HEADER, ...lines, STAT].map((line) => JSON.stringify(line)).join('\n');
  const [{ site, ran, name }] = withOriginals(parseTrace(text)).operations;
  assert.equal(name, STAT.name);
  return { site, ran };
}

const mapped = (sources, file = 'src/app.ts') =>
  siteWith({ type: 'map', t: 0, file, url: urlOf({ version: 3, sources, names: [], mappings: 'AAIE' }) });

test('a call site is the place in the source that the map names', () => {
  assert.deepEqual(mapped(['app.ts']), { site: 'src/app.ts:5:3', ran: 'src/app.ts:1:1' });
  assert.deepEqual(mapped(['../lib/b.ts']), { site: 'lib/b.ts:5:3', ran: 'src/app.ts:1:1' });
  assert.deepEqual(mapped(['/elsewhere/b.ts']), { site: '/elsewhere/b.ts:5:3', ran: 'src/app.ts:1:1' });
  assert.deepEqual(mapped(['file:///home/me/app/src/app.ts']), { site: 'src/app.ts:5:3', ran: 'src/app.ts:1:1' });
});

test('without a map, with that of another file, and with a broken one the site stays', () => {
  const same = { site: 'src/app.ts:1:1', ran: undefined };
  assert.deepEqual(siteWith(), same);
  assert.deepEqual(mapped(['app.ts'], 'src/other.ts'), same);
  assert.deepEqual(siteWith({ type: 'map', t: 0, file: 'src/app.ts', url: 'data:application/json;base64,e30' }), same);
  assert.deepEqual(siteWith({ type: 'map', t: 0, file: 'src/app.ts', url: 'data:,{' }), same);
});

'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { raceLines } = require('../../../lib/messages/minimize.js');

// Returns the first words of both operations of a pair.
function shown(...names) {
  const of = (name) => ({ api: 'fs.stat', name, phase: 'callback', place: { shown: 'app.js:1:2', frame: [] } });
  const [delayed, overtaker] = names.map(of);
  return raceLines({ delayed, overtaker }, 'a').map((line) => /fs\.stat callback(?:, call [0-9])?/.exec(line)[0]);
}

test('two calls made at one place are told apart by their numbers', () => {
  assert.deepEqual(shown('fs.stat(a)@app.js:1:2#1', 'fs.stat(a)@app.js:1:2#2'),
    ['fs.stat callback, call 1', 'fs.stat callback, call 2']);
  const parents = ['fs.stat(a)@app.js:1:2#1<1a2b3c4d', 'fs.stat(a)@app.js:1:2#1<5e6f7a8b'];
  assert.deepEqual(shown(...parents), ['fs.stat callback', 'fs.stat callback']); // the number says nothing
});

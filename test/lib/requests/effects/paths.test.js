'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Paths } = require('../../../../lib/requests/effects/paths.js');

const reads = (file) => ({ site: 'a.js:3:9', api: 'fs.promises.readFile', statement: 'readFile', values: [file] });
const writes = (file) => ({ site: 'a.js:9:9', api: 'fs.promises.writeFile', statement: 'writeFile', values: [file] });

// Each request is [method, path, ...operations]. Returns the paths' patterns.
function patternsOf(...requests) {
  const paths = new Paths();
  for (const [method, path, ...operations] of requests) {
    const place = paths.take({ method, path });
    for (const operation of operations) paths.note(place, operation);
  }
  const patternOf = paths.patterns();
  return requests.map(([method, path]) => patternOf({ method, path }));
}

test('a name that operations at the same call sites use is a parameter, also where a request is refused', () => {
  const used = [reads('/d/ann/usage.json'), writes('/d/ann/a.txt')];
  const patterns = patternsOf(['PUT', '/files/ann/a.txt', ...used], ['PUT', '/files/ann/b%20c.txt', ...used, writes('/d/ann/b c.txt')],
    ['PUT', '/files/bob/a.txt', reads('/d/bob/usage.json'), writes('/d/bob/a.txt')], ['GET', '/files/ann/a.txt', ...used]);
  assert.deepEqual(patterns, ['/files/:n/:n', '/files/:n/:n', '/files/:n/:n', '/files/ann/a.txt']);
  const refused = patternsOf(['POST', '/codes/spring/use', reads('/codes/spring'), writes('/codes/spring')],
    ['POST', '/codes/summer/use', reads('/codes/summer')]);
  assert.deepEqual(refused, ['/codes/:n/use', '/codes/:n/use']);
  const check = { ...reads('/flags/ann'), site: 'b.js:1:1' };
  const flags = patternsOf(['PUT', '/flags/ann/a', check, writes('a')], ['PUT', '/flags/ann/b', check, writes('b')],
    ['PUT', '/flags/ann/c', check], ['PUT', '/flags/ann/d', reads('/flags/ann')]);
  assert.deepEqual(flags, ['/flags/ann/:n', '/flags/ann/:n', '/flags/ann/:n', '/flags/ann/d']);
});

test('names that no operation uses, the first name, and paths to other code are no parameters', () => {
  const query = (text) => ({ site: 'db.js:2:5', api: 'pg.query', statement: text, values: ['ann'] });
  assert.deepEqual(patternsOf(['GET', '/api/open', query('SELECT 1')], ['GET', '/api/closed', query('SELECT 1')]),
    ['/api/open', '/api/closed']);
  assert.deepEqual(patternsOf(['GET', '/users', query('SELECT * FROM users')], ['GET', '/posts', query('SELECT * FROM posts')]),
    ['/users', '/posts']);
  assert.deepEqual(patternsOf(['POST', '/x/ann', query('SELECT 1')], ['POST', '/x/annex', query('SELECT 1')]),
    ['/x/ann', '/x/annex']);
  assert.deepEqual(patternsOf(['GET', '/a/ann', query('SELECT 1')], ['GET', '/a/bob']), ['/a/ann', '/a/bob']);
});

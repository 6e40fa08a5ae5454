'use strict';
// The operation at which a kept race holds a request, after its line has moved.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { withMovedSites } = require('../../../../lib/requests/prove/moved.js');

const UPDATE = 'UPDATE coupon SET used = true WHERE code = $1';
const at = (site, more) => ({ who: 'first', site, api: 'pg.Client.query', statement: UPDATE, ...more });
const until = { site: 'app.js:11:14', api: 'pg.Client.query', statement: 'UPDATE coupon SET used = true WHERE code = $?', nth: 1 };

function siteOf(operations) {
  const serial = { AB: [{ operations }], BA: [{ operations: [] }] };
  const { steps } = withMovedSites({ steps: [{ who: 'first', until }, { who: 'second' }, { who: 'first' }] }, serial, 'coupon');
  assert.deepEqual(steps.slice(1).map((step) => step.until), [undefined, undefined]);
  assert.deepEqual({ ...steps[0].until, site: until.site }, until);
  return steps[0].until.site;
}

test('the same statement on another line is the operation; the nearest one of the same file', () => {
  assert.equal(siteOf([at('app.js:10:42', { statement: 'SELECT 1' }), at('app.js:12:14')]), 'app.js:12:14');
  assert.equal(siteOf([at('app.js:40:3'), at('app.js:13:14'), at('other.js:11:14')]), 'app.js:13:14');
  assert.equal(siteOf([at('lib/redeem.js:3:1')]), 'lib/redeem.js:3:1');
});

test('a line that is still there, another statement and the other request change nothing', () => {
  assert.equal(siteOf([at('app.js:11:14'), at('app.js:12:14')]), 'app.js:11:14');
  assert.equal(siteOf([at('app.js:12:14', { statement: 'UPDATE person SET used = false' })]), 'app.js:11:14');
  assert.equal(siteOf([at('app.js:12:14', { statement: 'SELECT used FROM coupon' })]), 'app.js:11:14');
  assert.equal(siteOf([at('app.js:12:14', { who: 'second' }), at('app.js:12:14', { api: 'pg.Pool.query' })]), 'app.js:11:14');
});

test('a statement that a fix has changed is held where it is now', () => {
  const statement = 'UPDATE coupon SET used = true WHERE code = $1 AND NOT used';
  const operations = [at('app.js:10:3', { statement: 'SELECT used FROM coupon' }), at('app.js:12:33', { statement })];
  const { steps } = withMovedSites({ steps: [{ who: 'first', until }] }, { AB: [{ operations }], BA: [{}] }, 'public.coupon');
  const shape = 'UPDATE coupon SET used = true WHERE code = $? AND NOT used';
  assert.deepEqual(steps[0].until, { ...until, site: 'app.js:12:33', statement: shape, isChanged: true });
});

'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { sitesOutside } = require('../../../../lib/requests/recording/outside.js');

test('call sites that make operations of no request again and again are told, most first', () => {
  const at = (site, count, more) => Array(count).fill({ site, dialect: 'postgres', ...more });
  const made = [...at('db.js:1:1', 1), ...at('relay.js:9:35', 3), ...at('cron.js:4:2', 9), ...at('api.js:2:2', 9, { request: 1 }),
    ...at('relay.js:1:1', 3, { dialect: undefined }), ...at(undefined, 9), ...at(7, 4, { shownSite: 'poll.js:3:3' })];
  const operations = new Map(made.map((one, number) => [number, one]));
  assert.deepEqual(sitesOutside([{ operations }]), ['cron.js:4:2', 'poll.js:3:3', 'relay.js:9:35']);
});

'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { ofText } = require('../../../../lib/preload/requests/of-text.js');

function counted() {
  let looks = 0;
  const find = ofText((text) => {
    looks++;
    return text.length > 3;
  });
  return { find, looks: () => looks };
}

test('a text is looked at once', () => {
  const { find, looks } = counted();
  assert.deepEqual([find('a'), find('abcd'), find('a'), find('abcd')], [false, true, false, true]);
  assert.equal(looks(), 2);
});

test('texts that are different each time are not all kept', () => {
  const { find, looks } = counted();
  for (let at = 0; at < 5000; at++) find(`SELECT ${at}`);
  assert.equal(find('SELECT 0'), true);
  assert.equal(looks(), 5000);
  assert.equal(find('SELECT 4999'), true);
  assert.equal(looks(), 5001);
});

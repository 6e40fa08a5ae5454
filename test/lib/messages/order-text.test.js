'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { orderText } = require('../../../lib/messages/order-text.js');

const one = (who, site, statement) => ({ who, site, statement, verb: statement.split(' ')[0].toLowerCase() });

test('an order names the request and the verb of each operation', () => {
  const [select, update] = ['select * from "seats" where id = 1', 'update "seats" set taken = true'];
  const order = [one('A', 's.js:1:1', select), one('B', 's.js:1:1', select), one('B', 's.js:2:1', update), one('A', 's.js:2:1', update)];
  assert.equal(orderText(order), 'A:select  B:select  B:update  A:update');
});

test('operations of one request with the same verb are told apart by their tables, or by their call sites', () => {
  const of = (...statements) => orderText(statements.map(([site, text]) => one('A', site, text)));
  assert.equal(of(['s.js:1:1', 'SELECT a FROM shop.orders'], ['s.js:2:1', 'SELECT b FROM `stock`']), 'A:select shop.orders  A:select stock');
  assert.equal(of(['s.js:1:1', 'SELECT a FROM orders'], ['s.js:2:1', 'SELECT b FROM orders']), 'A:select s.js:1:1  A:select s.js:2:1');
  assert.equal(of(['s.js:1:1', 'GET cart:1'], ['s.js:1:1', 'GET user:1']), 'A:get cart:1  A:get user:1');
});

test('operations that follow each other at one place are counted', () => {
  const select = one('A', 's.js:1:1', 'SELECT points FROM loyalty WHERE id = 1');
  assert.equal(orderText([select, select, { ...select, who: 'B' }]), 'A:select (2 times)  B:select');
});

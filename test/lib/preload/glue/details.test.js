'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { details } = require('../../../../lib/preload/glue/details.js');

const about = (...args) => details(args).split('\n').filter((line) => !line.startsWith('function='));

test('a text may be any of the words by which a gate asks for it', () => {
  assert.deepEqual(about('/a').filter((line) => /^(?:argument|path|host)=/.test(line)), ['argument=/a', 'path=/a', 'host=/a']);
});

test('a number may be a port, and an object gives its known members', () => {
  assert.deepEqual(about(80), ['argument=80', 'port=80']);
  assert.deepEqual(about({ host: 'a', port: 1, other: 2, path: {} }), ['host=a', 'port=1']);
  assert.deepEqual(about(null, undefined, () => {}), []);
});

test('the address of a file is a path', () => {
  assert.deepEqual(about(new URL('file:///a%20b')).slice(0, 2), ['path=/a b', 'url=file:///a%20b']);
});

test('data is cut, and takes one line', () => {
  assert.equal(about(Buffer.alloc(2000, 'x'))[0].length, 'argument='.length + 1000);
  assert.deepEqual(about({ command: 'a\r\nb' }), ['command=a b']);
});

test('the functions of the program on the stack are named, with and without their class', () => {
  class Store {
    save() {
      return details([]);
    }
  }
  const lines = new Store().save().split('\n');
  assert.ok(lines.includes('function=Store.save'));
  assert.ok(lines.includes('function=save'));
});

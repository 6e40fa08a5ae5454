'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const names = require('../../../lib/names/name.js');
const vectors = require('../../fixtures/names/vectors.json');

const defined = (parts) => Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));

test('the parts of the names that native code reads the same way', () => {
  assert.ok(vectors.length > 20);
  for (const { name, parts } of vectors) {
    const owner = name.slice(0, name.length - (parts.tail?.length ?? 0));
    assert.deepEqual(defined(names.readName(name)), { ...parts, owner }, name);
  }
});

test('the forms by which native code, too, finds operations whose names have chance in them', () => {
  for (const { name, forms } of vectors) {
    assert.equal(names.formOf(name, 'name'), name);
    assert.equal(names.formOf(name, 'subject'), forms.subject);
    assert.equal(names.formOf(name, 'site'), forms.site);
    assert.equal(names.formOf(name, 'parent', 'fs.open@a.js:1:2'), forms.parent);
  }
});

test('a text without a count is read as far as it goes', () => {
  assert.deepEqual(defined(names.readName('fs.stat@a.js:1:2')), { api: 'fs.stat', site: 'a.js:1:2', owner: 'fs.stat@a.js:1:2' });
  assert.deepEqual(defined(names.readName('fs.stat(a')), { api: 'fs.stat', owner: 'fs.stat(a' });
  assert.deepEqual(defined(names.readName('')), { api: '', owner: '' });
});

test('owner, site, resource, changes', () => {
  const call = 'fs.stat(lock)@a.js:1:1#1';
  assert.equal(names.ownerOf(`${call}<0123abcd/fs.stat#1`), `${call}<0123abcd`);
  assert.equal(names.ownerOf('connect#1/accepted/ready#2'), 'connect#1');
  assert.equal(names.ownerOf('fs.stat(a@b.js#1)@C#/a.js:1:1#1/fs.stat#1'), 'fs.stat(a@b.js#1)@C#/a.js:1:1#1');
  const opened = 'fs.open:/a/app.mjs#1/connect#2';
  assert.equal(names.streamOf(`${opened}/accepted/ready#1`), opened);
  assert.equal(names.streamOf('connect#1/accepted/ready#2'), 'connect#1');
  assert.equal(names.streamOf(`${call}/fs.stat#1`), call);
  assert.equal(names.resourceOf(opened), opened);
  assert.equal(names.resourceOf(call), 'lock');
  assert.equal(names.resourceOf('fs.open:race-*/all.zip#1'), 'all.zip');
  assert.equal(names.resourceOf('connect#1'), 'connect#1');
  assert.equal(names.resourceOf('timer#1'), undefined);
  assert.equal(names.siteOf(`${call}<0123abcd`), 'fs.stat@a.js:1:1');
  assert.equal(names.siteOf('fs.stat(x@y.js:1:1)@node_modules/@s/a.js:3:5#1'), 'fs.stat@node_modules/@s/a.js:3:5');
  assert.equal(names.siteOf('net.Socket.data@b.js:3:5/12#3'), 'net.Socket.data@b.js:3:5');
  assert.equal(names.siteOf('connect#1'), 'connect#1');
  const [look, change] = ['fs.readlink(a)@b.js:2:2#1', 'fs.mkdir(lock)@b.js:2:2#1'];
  const made = 'fs/promises.mkdtemp(a-)@b.js:2:2#1';
  assert.deepEqual([call, look, change, made].map(names.changes), [false, false, true, true]);
});

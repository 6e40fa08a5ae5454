'use strict';
// The files of model/stores, against their schema and what the code has.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const Ajv = require('ajv/dist/2020.js');
const { readCommands } = require('../../lib/requests/statements/commands.js');
const { root } = require('../support/package.js');

const folder = path.join(root, 'model', 'stores');
const read = (file) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
const files = fs.readdirSync(folder).filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json'));
const validate = new Ajv({ allErrors: true }).compile(read('store.schema.json'));

for (const file of files) {
  test(`model/stores/${file} is valid, and its drivers exist`, () => {
    const model = read(file);
    assert.ok(validate(model), JSON.stringify(validate.errors, undefined, 2));
    const functions = model.functions ?? Object.values(model.files).flat();
    for (const { driver } of functions.filter((one) => one.driver)) {
      assert.ok(fs.existsSync(path.join(root, 'lib', 'preload', 'requests', 'drivers', `${driver}.js`)), driver);
    }
  });
}

for (const file of fs.readdirSync(path.join(folder, 'commands'))) {
  test(`model/stores/commands/${file} names each command once, with known classes`, () => {
    const { dialect, commands } = read(path.join('commands', file));
    assert.equal(file, `${dialect}.json`);
    const names = Object.values(commands).flatMap((text) => text.split(' '));
    assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), []);
    for (const { classes } of readCommands(dialect).values()) {
      for (const one of classes) assert.match(one, /^[RWAD]$/);
    }
  });
}

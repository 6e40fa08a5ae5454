'use strict';
// Holds every model file to the JSON Schema, and the schema to what it must refuse.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const Ajv = require('ajv/dist/2020');
const { modelFiles, schema } = require('./files');

const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
const validate = ajv.compile(schema());

function faults(value) {
  return validate(value) ? [] : validate.errors.map((error) => `${error.instancePath} ${error.message}`);
}

function property(fields) {
  return { moduleName: 'm', properties: [{ name: 'f', ...fields }] };
}

for (const { name, classes } of modelFiles()) {
  test(`${name} is right by the schema`, () => assert.deepEqual(faults(classes), []));
}

test('no class and no property stands in two files', () => {
  const seen = new Map();
  for (const { name, classes } of modelFiles()) {
    for (const { moduleName } of classes) {
      assert.equal(seen.get(moduleName), undefined, `${moduleName} stands in ${seen.get(moduleName)} and ${name}`);
      seen.set(moduleName, name);
    }
  }
});

test("the paper's own snippets are right", () => {
  assert.deepEqual(faults(property({ type: ['CB'], postponeAction: true })), []);
  assert.deepEqual(faults(property({ type: ['RO'], postponeAction: false, returnedObject: 'zlib.Gzip' })), []);
  assert.deepEqual(faults(property({ type: ['OP'], AsyncObjectProperty: 'dns.Promises' })), []);
  assert.deepEqual(faults(property({ type: ['CO'], postponeAction: false, callbackObjects: ['net.Socket'] })), []);
});

// The examples in docs/reference/model.md: classes, or properties one a line.
function documented() {
  const text = fs.readFileSync(path.join(__dirname, '../../docs/reference/model.md'), 'utf8');
  return [...text.matchAll(/```json\n([^]*?)```/g)].flatMap(([, block]) => {
    if (block.includes('moduleName')) return [JSON.parse(block)];
    return block.trim().split('\n').map((line) => property(JSON.parse(line)));
  });
}

test('the examples of docs/reference/model.md are right', () => {
  assert.ok(documented().length > 10);
  for (const example of documented()) assert.deepEqual(faults(example), [], JSON.stringify(example));
});

const refused = {
  'an unknown key of a class': { moduleName: 'm', propertes: [] },
  'an unknown key of a property': property({ type: ['CB'], postpone: true }),
  'an unknown pattern': property({ type: ['CX'] }),
  'a pattern twice': property({ type: ['CB', 'CB'] }),
  'a type that is no array': property({ type: 'CB' }),
  'a property without type': property({}),
  'a class without moduleName': {},
  'RO without returnedObject': property({ type: ['RO'] }),
  'OP without AsyncObjectProperty': property({ type: ['OP'] }),
  'CO without callbackObjects': property({ type: ['CO'] }),
  'returnedObject without RO, OC or RP': property({ type: ['CB'], returnedObject: 'm' }),
  'postponeAction without CB or RP': property({ type: ['EV'], postponeAction: true }),
  'handle without SO': property({ type: ['CB'], handle: '_handle.onexit' }),
  'EV beside CB': property({ type: ['EV', 'CB'] }),
  'AC beside SO': property({ type: ['AC', 'SO'] }),
  'half a version': property({ type: ['CB'], since: '18.3' }),
  'arguments without postponeAction': property({ type: ['CB'], arguments: ['path'] }),
  'an unknown kind of argument': property({ type: ['CB'], postponeAction: true, arguments: ['paht'] }),
  'heldByHooks without what comes back': property({ type: ['RO'], returnedObject: 'm', heldByHooks: true }),
  'thread without SO': property({ type: ['EV'], thread: 'end' }),
  'an unknown word of thread': property({ type: ['SO'], thread: 'start' }),
  'immediate without timer': property({ type: ['CB'], immediate: true }),
  'optionsArgument without timer': property({ type: ['RP'], optionsArgument: 1 }),
  'an unknown word of hooked': { moduleName: 'm', hooked: 'soon' },
  'usesThis that is no boolean': { moduleName: 'm', usesThis: 'no' },
  'arrivals that are no list': { moduleName: 'm', arrivals: 'peer' },
  'exportPath without module': { moduleName: 'm', exportPath: 'X' },
};

for (const [what, value] of Object.entries(refused)) {
  test(`the schema refuses ${what}`, () => assert.notDeepEqual(faults(value), []));
}

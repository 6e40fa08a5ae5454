'use strict';
// Messages of `nacd model`.

const nameOf = ({ owner, name }) => `${owner}.${name}`;
const percent = (part, whole) => `${whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10} %`;

function countLine(what, { modelled, missing, leftOut }) {
  const all = modelled.length + missing.length + leftOut.length;
  return `  ${what.padEnd(20)} ${modelled.length} of ${all} modelled (${percent(modelled.length, all)}), ${leftOut.length} left out with a reason`;
}

function checkReport({ version, declarations, functions, events, emissions, gone }) {
  const major = version.split('.')[0];
  const missing = (kind, list) => list.map((entry) => `missing  ${kind}${nameOf(entry)}${entry.sign ? `  (${entry.sign})` : ''}`);
  return [
    `Node ${version}, ${declarations ? `declarations of @types/node ${declarations}` : `no declarations: install @types/node@${major} and typescript 5`}`,
    countLine('functions, classes', functions),
    countLine('events', events),
    countLine('emitted by source', emissions),
    ...missing('', functions.missing), ...missing('event ', events.missing), ...missing('event ', emissions.missing),
    ...gone.map((entry) => `gone     ${nameOf(entry)}`),
  ];
}

module.exports = {
  modelCheck: checkReport,
  notANode: (file, error) => `nacd: --node=${file} is not a working Node.js: ${error.message.split('\n')[0]}`,
  noStoreFile: (name, known) => `nacd model check: no store file describes "${name}"; described are ${known.join(', ')}`,
  storeCheck: ({ name, version, functions, problem }) => [
    `${name} ${version}`, ...(problem ? [`  a file cannot be loaded: ${problem}`] : []),
    ...functions.map((one) => `  ${one.found ? 'found   ' : 'missing '} ${one.kind.padEnd(11)} ${one.name}  ${one.file}`),
    ...(functions.some(({ found }) => found) ? [] : ['  nothing is found: requests would be recorded without its operations']),
  ],
  noSuchModule: (name, known) => `nacd model list: "${name}" is not modelled; modelled are ${known.join(', ')}`,
  noPackage: (name) => `nacd model: cannot find the package "${name}" from here: install it first`,
  packageFails: (name, stderr) => `nacd model scaffold: cannot load "${name}": ${stderr.split('\n').find((line) => /Error/.test(line)) ?? 'it ended the process'}`,
  noDriver: (name) => `nacd model scaffold: no function of "${name}" looks like one that sends statements to a store`,
  storeGround: (api, parameters, seen) => `${api}(${parameters.join(', ')})${
    seen ? `: in the run ${seen.calls} calls, ${seen.later} callbacks later, ${seen.promises} promises` : ''}`,
  storeProposed: (grounds, { name, driver, schema }) => [
    'proposed from names and parameters:', ...grounds.map((ground) => `  ${ground}`),
    'to use it, in a checkout of nacd-native:',
    `  1. read and correct it, and save it as model/stores/${driver}.json`,
    `  2. write lib/preload/requests/drivers/${driver}.js, which exports`,
    '       outcome(result)         returns { rows }, the number of rows that a call read or changed, and { inserted,',
    '                               first: true }, the first number that the store gave to new rows; { } if unknown',
    '       nameOf(object)          returns the name of the store, such as mysql://127.0.0.1:3306/shop',
    '       settings(object)        returns what open() needs of the object on which the function was called',
    '       open(object, settings)  resolves to { query(text, values), close() }, a second connection to read the state',
    ...(schema ? [`       readSchema              that of lib/preload/requests/schemas/${schema}.js`] : []),
    '     pg.js beside it is an example. Without settings() and open() races are found, and cannot be proved.',
    `  3. npx nacd model check ${name}   tells which of its functions the installed version has`,
  ],
  packageNeeded: () => 'nacd model scaffold: the name of a package is missing ("nacd model --help" shows the usage)',
};

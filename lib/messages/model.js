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
  storeProposed: (grounds) => [
    'proposed from names and parameters:', ...grounds.map((ground) => `  ${ground}`),
    'read and correct it, save it in model/stores, write its driver in lib/preload/requests/drivers (docs/architecture.md)',
  ],
  packageNeeded: () => 'nacd model scaffold: the name of a package is missing ("nacd model --help" shows the usage)',
};

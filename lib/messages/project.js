'use strict';
// Messages of init, doctor and merge.
const { RUNNERS } = require('../options/runners.js');
const { commandLine, plural } = require('./words.js');

function wiringOf({ name, command, remark }) {
  return `  ${name.padEnd(11)}  npx nacd run -- ${command}${remark ? `   (${remark})` : ''}`;
}

// `names` are those of the runners that a project uses.
function initNext(names) {
  const wired = RUNNERS.filter(({ command }) => command);
  const known = wired.filter(({ name }) => names.includes(name));
  const shown = known.length > 0 ? known : wired;
  return ['', 'Next: npx nacd run', 'One runner alone:', ...shown.map(wiringOf), 'In CI: docs/ci.md'].join('\n');
}

module.exports = {
  initNext,
  configWritten: (file) => `wrote ${file}: "nacd run" runs its "command"`,
  configExists: (file) => `${file} exists already and was not changed`,
  doctorLine: (name, problem, more) => (problem ? `no   ${name}: ${problem.replace(/^nacd: /, '')}`
    : `yes  ${name}${more ? `, ${more}` : ''}`),
  doctorDefaults: ({ engine, clock }) => `by default with engine ${engine} and clock ${clock}`,
  doctorRunners: (runners) => `     test runners here: ${runners ? runners.join(', ') || 'none that nacd knows'
    : 'unknown, because there is no package.json'} (docs/runners.md)`,
  doctorNoTrace: () => 'the program ran but wrote no trace',
  doctorNoProc: () => 'there is no /proc, so processes that leave their process group are not found',
  merged: (count) => `joined ${plural(count, 'part')}`,
  mergeIntoItself: (folder) => `nacd merge: ${folder} is both a part and the result: choose another --out`,
  otherCommand: (folder, theirs, ours) => `nacd merge: ${folder} has the results of another command: `
    + `${commandLine(theirs)}, not ${commandLine(ours)}`,
};

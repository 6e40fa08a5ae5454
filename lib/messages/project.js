'use strict';
// What init, doctor and merge tell.
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
  configWritten: (file) => `${file} written: "command" is what "nacd run" runs`,
  configExists: (file) => `${file} is there already, and left as it is`,
  doctorLine: (name, problem, more) => (problem ? `no   ${name}: ${problem.replace(/^nacd: /, '')}`
    : `yes  ${name}${more ? `, ${more}` : ''}`),
  doctorDefaults: ({ engine, clock }) => `without options with engine ${engine} and clock ${clock}`,
  doctorRunners: (runners) => `     test runners here: ${runners ? runners.join(', ') || 'none that nacd knows'
    : 'not known, there is no package.json'} (docs/runners.md)`,
  doctorNoTrace: () => 'the program ran, but wrote no trace',
  doctorNoProc: () => 'there is no /proc: processes that leave their group are not found',
  merged: (count) => `${plural(count, 'part')} joined`,
  mergeIntoItself: (folder) => `nacd merge: ${folder} is a part and the result: choose another --out`,
  otherCommand: (folder, theirs, ours) => `nacd merge: ${folder} is of another command (${commandLine(theirs)}, not `
    + `${commandLine(ours)})`,
};

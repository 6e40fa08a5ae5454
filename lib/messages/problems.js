'use strict';
// Errors that a user can correct, one line each. A line names the fault and what is allowed, or the next command.

const { commandLine } = require('./words.js');

// Says what else to write after "--", which starts a program and reads no line of a shell.
function startHint([program], { code } = {}) {
  if (code === 'EACCES') return ' (not executable; a script of Node.js: -- node FILE)';
  if (code !== 'ENOENT') return '';
  if (/^\w+=/.test(program)) return ' (a program sets variables: -- env NAME=VALUE npm test)';
  if (/\s/.test(program)) return ` (its words are not quoted together: -- ${program})`;
  return ' (the program does not exist; to run a shell command: -- sh -c "LINE")';
}

// A file is in the place of a folder: the system's own words do not say so.
function writeProblem({ code, syscall, message }) {
  const isFile = code === 'ENOTDIR' || (code === 'EEXIST' && syscall === 'mkdir');
  return isFile ? 'a file is where a folder is needed' : message.split('\n')[0];
}

const didYouMean = (nearest) => (nearest === undefined ? '' : `; did you mean ${nearest}?`);

module.exports = {
  badValue: (label, text, allowed) => `nacd: ${label}=${text} is not valid: ${allowed}`,
  delaysCrossed: (min, max) => `nacd: --min-delay=${min} is not valid: it must not be above --max-delay (${max})`,
  badArguments: (verb, reason) => `nacd ${verb}: ${reason} ("nacd ${verb} --help" lists the options)`,
  dashValue: (verb, flag) => `nacd ${verb}: the value of ${flag} is missing (one that begins with a dash is written ${flag}=VALUE)`,
  unknownVerb: (verb, nearest) => `nacd: there is no verb "${verb}"${didYouMean(nearest)} ("nacd --help" lists them)`,
  unknownOption: (verb, flag, nearest) => `nacd ${verb}: there is no option ${flag}${didYouMean(nearest)} ("nacd ${verb} --help" lists the options)`,
  emptyCommand: (verb) => `nacd ${verb}: no command after --, as in "nacd ${verb} -- npm test"`,
  commandNeeded: (verb) => `nacd ${verb}: the command is missing: write it after --, as in "nacd ${verb} -- npm test"`,
  commandWithoutDashes: (verb, words) => `nacd ${verb}: write the command after --: nacd ${verb} -- ${words.join(' ')}`,
  operandNeeded: (verb, what) => `nacd ${verb}: ${what} is missing ("nacd ${verb} --help" shows the usage)`,
  tooManyOperands: (verb, words) => `nacd ${verb}: only one argument is allowed, not ${words.join(' ')}`,
  modelMissing: (name) => `nacd: --model=${name} is not valid: it does not exist; allowed is a file or a folder of *.json files`,
  noOperands: (verb, words) => `nacd ${verb}: no argument is allowed, not ${words.join(' ')}`,
  unknownConfigKey: (file, key, nearest) => `nacd: ${file}: there is no option "${key}"${didYouMean(nearest)} (docs/reference/options.md lists them)`,
  configNotObject: (file) => `nacd: ${file}: the configuration must be a JSON object`,
  badConfigCommand: (file) => `nacd: ${file}: "command" must be an array of strings, such as ["npm", "test"]`,
  noSuchFile: (file, nearest) => `nacd: there is no file ${file}${didYouMean(nearest)}`,
  cannotRead: (file, error) => `nacd: cannot read ${file}: ${error.message.split('\n')[0]}`,
  notJson: (file, error) => `nacd: ${file} is not JSON: ${error.message.split('\n')[0]}`,
  slowPattern: (pattern, ms) => `nacd: the pattern ${pattern} of --fail-on, or of "failOn" in a failure, takes more than ${ms / 1000} s on the output of a run: a repetition within a repetition, as in (a+)+, tries too many ways`,
  badFile: (file, problem) => `nacd: ${file} is not valid: ${problem}`,
  keptIsBroken: (problem) => `${problem}: this kept failure is not tried`,
  badSchedule: (file, problem) => `nacd: ${file} is not a schedule: ${problem}`,
  cannotWrite: (file, error) => `nacd: cannot write ${file}: ${writeProblem(error)}`,
  diskFull: (folder) => `nacd: the disk of ${folder} is full: runs would fail because of it, so free some space or choose another --out`,
  folderInUse: (folder, { pid, elsewhere }) => `nacd: process ${pid}${elsewhere ? ` on ${elsewhere}` : ''} is writing to ${folder}: wait until it ends, or choose another --out`,
  lockUnreadable: (file) => `nacd: the lock ${file} cannot be read: delete it if no campaign uses its folder`,
  lockLost: (folder) => `nacd: another campaign has taken ${folder} while this one was stopped: start it again with another --out`,
  notResults: (folder) => `nacd: ${folder} contains no results: "nacd run --out ${folder} -- COMMAND" creates them`,
  notOurs: (file) => `nacd: ${file} was not made by nacd, so nacd does not replace it: choose another --out`,
  badFailureId: (id) => `nacd: ${JSON.stringify(id)} is not the id of a failure`,
  strangeCommand: (file, command) => `${file} names a command that no campaign of this folder has run in this working `
    + `directory:\n  ${commandLine(command)}`,
  mayRun: () => 'Run it? [y/N] ',
  notRun: (file, command) => `nacd: ${file} names a command that no campaign of this folder has run in this working `
    + `directory: ${commandLine(command)} (--yes runs it; or write a command after --)`,
  badResults: (file, problem) => `nacd: ${file} is not the result of a campaign: ${problem}`,
  noFailureIn: (folder) => `nacd: the campaign in ${folder} found no failure`,
  noFailureLike: (id, known, nearest) => `nacd: there is no failure ${id}${didYouMean(nearest)}; ${known.length > 0 ? `kept are ${known.join(', ')}` : 'none is kept'}`,
  cannotStart: (command, error) => `nacd: cannot start "${command.join(' ')}": ${error.message}${startHint(command, error.cause)}`,
  notHooked: () => 'nacd: no Node.js process of the command loaded nacd, so nothing can be delayed: check that the '
    + 'command starts node and passes NODE_OPTIONS on',
  watchRefused: (what) => `nacd: the command starts ${what}, which restarts the program and never ends: start it without`,
  noIsolation: (problem) => `nacd: --isolate is not possible here: ${problem}`,
  noCommandIn: (file) => `nacd: ${file} does not name its command: write the command after --`,
  checkWrites: (file, reason) => `nacd: --check=${file} tries to write (${reason.split('\n')[0]}): an invariant may only read`,
  checkIsNoQuery: (file) => `nacd: --check=${file} is not a query: allowed are SELECT, WITH, VALUES, TABLE, and PRAGMA foreign_key_check, integrity_check or quick_check`,
  checkOfSeveral: (file, count) => `nacd: --check=${file} has ${count} statements: one query is allowed, which must return nothing`,
  internal: (error) => `nacd: internal error, not a result (please report it):\n${error?.stack ?? error}`,
};

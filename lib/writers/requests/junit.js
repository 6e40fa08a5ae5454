'use strict';
// Writes request races as JUnit XML: a test case for each proof. One that could not be repeated is skipped.
const messages = require('../../messages/index.js');
const { commandLine } = require('../../messages/words.js');
const { forXml: xml } = require('../../shown/media.js');

const nameOf = ({ handlers, table }) => [...new Set([handlers.A, handlers.B])].join(' and ') + (table ? `, ${table}` : '');

function raceCase(race) {
  return `  <testcase classname="nacd requests" name="${xml(nameOf(race))}">\n`
    + `    <failure message="${xml(race.title)}" type="request race">${xml(messages.requestRaceBlock(race, { file: race.file }).trim())}`
    + '</failure>\n  </testcase>\n';
}

function otherCase(proof) {
  const open = `  <testcase classname="nacd requests" name="${xml(nameOf(proof))}"`;
  if (proof.verdict !== 'unrepeatable') return `${open}/>\n`;
  return `${open}>\n    <skipped message="${xml(messages.verdictText(proof))}"/>\n  </testcase>\n`;
}

/** Returns the XML of a report (requests.json). */
function junitOf({ races, others, command, ms, interrupted }) {
  const cases = [...races.map(raceCase), ...others.map(otherCase)];
  // A search that was interrupted must not look like a pass.
  if (interrupted) cases.push('  <testcase classname="nacd requests" name="proofs">\n    <error message="interrupted"/>\n  </testcase>\n');
  const skipped = others.filter(({ verdict }) => verdict === 'unrepeatable').length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="${xml(`nacd requests: ${commandLine(command)}`)}" `
    + `tests="${cases.length}" failures="${races.length}" errors="${interrupted ? 1 : 0}" skipped="${skipped}" `
    + `time="${(ms / 1000).toFixed(3)}">\n${cases.join('')}</testsuite>\n`;
}

module.exports = { junitOf };

'use strict';
// Writes JUnit XML: a test case for each failure, or one for the command if there is none.
const messages = require('../messages/index.js');
const { commandLine } = require('../messages/words.js');
const { forXml: xml } = require('../shown/media.js');

function failureCase({ failure, race, rate, run, file }) {
  const inWords = rate ? messages.foundLines({ ...failure, race, rate }) : [];
  const word = messages.classWord(failure.class);
  const text = [`${word}: ${messages.rate(failure)}`, ...inWords,
    ...(run?.hang ? messages.hangLines(run.hang) : []), ...(run?.early ? messages.earlyLines(run.early) : []),
    ...messages.nextCommands(file ?? failure.id, race !== undefined)].join('\n');
  const seconds = ((run?.ms ?? 0) / 1000).toFixed(3);
  return `  <testcase classname="nacd" name="${xml(failure.title)}" time="${seconds}">\n`
    + `    <failure message="${xml(failure.title)}" type="${xml(word)}">${xml(text)}</failure>\n`
    + '  </testcase>\n';
}

// A finding is a failure only with --strict.
function findingCase(finding, { strict }) {
  const line = xml(messages.findingLine(finding));
  const told = strict ? `<failure message="${line}" type="finding">${line}</failure>` : `<skipped message="${line}"/>`;
  return `  <testcase classname="nacd" name="finding: ${xml(finding.line ?? finding.kind)}">${told}</testcase>\n`;
}

function passedCase(campaign) {
  return `  <testcase classname="nacd" name="${xml(messages.summary(campaign))}"/>\n`;
}

function brokenCase(campaign) {
  return `  <testcase classname="nacd" name="campaign">\n    <error message="${xml(messages.endsBadly(campaign))}"/>\n  </testcase>\n`;
}

// Counts of orders, for servers that draw how properties change.
function properties({ orders }) {
  if (!orders) return '';
  const counts = ['all', 'shown', 'impossible', 'left'].map((name) => [name, orders[name]]);
  const lines = counts.map(([name, count]) => `    <property name="nacd.orders.${name}" value="${Number(count)}"/>\n`);
  return `  <properties>\n${lines.join('')}  </properties>\n`;
}

function junitWriter() {
  const cases = [];
  return (event) => {
    if (event.type === 'failure') cases.push(failureCase(event));
    if (event.type !== 'end') return '';
    const { campaign } = event;
    const { findings = [], strict } = campaign;
    const failures = cases.length + (strict ? findings.length : 0);
    cases.push(...findings.map((finding) => findingCase(finding, campaign)));
    // A campaign without a result must not look like a pass.
    const errors = campaign.state === 'done' ? 0 : 1;
    if (errors) cases.push(brokenCase(campaign));
    else if (failures === 0) cases.push(passedCase(campaign));
    const seconds = (campaign.runs.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(3);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="${xml(`nacd: ${commandLine(campaign.command)}`)}" `
      + `tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${strict ? 0 : findings.length}" time="${seconds}">\n${properties(campaign)}${cases.join('')}</testsuite>\n`;
  };
}

module.exports = { junitWriter };

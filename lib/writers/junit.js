'use strict';
// Writes JUnit XML. A campaign has a test case for each failure, or one for the command if there are no failures. A
// report on request races has a test case for each proof; one that could not be repeated is skipped.
const messages = require('../messages/index.js');
const { commandLine } = require('../messages/words.js');
const { forXml: xml } = require('../shown/media.js');

const attributes = (values) => Object.entries(values).filter(([, value]) => value !== undefined)
  .map(([name, value]) => ` ${name}="${xml(String(value))}"`).join('');

// `result`: {failure | skipped | error: message, type, text}; a case without one has passed.
function caseText({ classname, name, time, result }) {
  const open = `  <testcase${attributes({ classname, name, time })}`;
  if (!result) return `${open}/>\n`;
  const kind = kindOf(result);
  const [start, text] = [`<${kind}${attributes({ message: result[kind], type: result.type })}`, result.text];
  return `${open}>\n    ${start}${text === undefined ? '/>' : `>${xml(text)}</${kind}>`}\n  </testcase>\n`;
}

const kindOf = (result) => ['failure', 'skipped', 'error'].find((kind) => result?.[kind] !== undefined);

function suiteText({ name, cases, ms, properties = '' }) {
  const count = (kind) => cases.filter(({ result }) => kindOf(result) === kind).length;
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
  const head = attributes({ name, ...counts, time: (ms / 1000).toFixed(3) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite${head}>\n${properties}${cases.map(caseText).join('')}</testsuite>\n`;
}

function failureCase({ failure, race, rate, run, file }) {
  const inWords = rate ? messages.foundLines({ ...failure, race, rate }) : [];
  const type = messages.classWord(failure.class);
  const text = [`${type}: ${messages.rate(failure)}`, ...inWords,
    ...(run?.hang ? messages.hangLines(run.hang) : []), ...(run?.early ? messages.earlyLines(run.early) : []),
    ...messages.nextCommands(file ?? failure.id, race !== undefined)].join('\n');
  const time = ((run?.ms ?? 0) / 1000).toFixed(3);
  return { classname: 'nacd', name: failure.title, time, result: { failure: failure.title, type, text } };
}

// A finding is a failure only with --strict.
function findingCase(finding, { strict }) {
  const line = messages.findingLine(finding);
  const result = strict ? { failure: line, type: 'finding', text: line } : { skipped: line };
  return { classname: 'nacd', name: `finding: ${finding.line ?? finding.kind}`, result };
}

// A campaign without a result must not look like a pass.
function casesOfAll(campaign, hasFailures) {
  const { state, strict, findings = [] } = campaign;
  const all = findings.map((finding) => findingCase(finding, campaign));
  if (state !== 'done') return [...all, { classname: 'nacd', name: 'campaign', result: { error: messages.endsBadly(campaign) } }];
  const isPassed = !hasFailures && !(strict && findings.length > 0);
  return isPassed ? [...all, { classname: 'nacd', name: messages.summary(campaign) }] : all;
}

// Counts of orders, for servers that draw how properties change.
function properties({ orders }) {
  if (!orders) return '';
  const counts = ['all', 'shown', 'impossible', 'left'].map((name) => [name, orders[name]]);
  const lines = counts.map(([name, count]) => `    <property name="nacd.orders.${name}" value="${Number(count)}"/>\n`);
  return `  <properties>\n${lines.join('')}  </properties>\n`;
}

/** Returns the writer of a campaign (index.js). */
function junitWriter() {
  const cases = [];
  return (event) => {
    if (event.type === 'failure') cases.push(failureCase(event));
    if (event.type !== 'end') return '';
    const { campaign } = event;
    return suiteText({
      name: `nacd: ${commandLine(campaign.command)}`, cases: [...cases, ...casesOfAll(campaign, cases.length > 0)],
      ms: campaign.runs.reduce((sum, { ms }) => sum + ms, 0), properties: properties(campaign),
    });
  };
}

const nameOf = ({ handlers, table }) => [...new Set([handlers.A, handlers.B])].join(' and ') + (table ? `, ${table}` : '');

function raceCase(race) {
  const text = messages.requestRaceBlock(race, { file: race.file }).trim();
  return { classname: 'nacd requests', name: nameOf(race), result: { failure: race.title, type: 'request race', text } };
}

function otherCase(proof) {
  const result = proof.verdict === 'unrepeatable' ? { skipped: messages.verdictText(proof) } : undefined;
  return { classname: 'nacd requests', name: nameOf(proof), result };
}

const INTERRUPTED = { classname: 'nacd requests', name: 'proofs', result: { error: 'interrupted' } };

/** Returns the XML of a report on request races (requests.json). */
function junitOf({ races, others, command, ms, interrupted }) {
  // A search that was interrupted must not look like a pass.
  const cases = [...races.map(raceCase), ...others.map(otherCase), ...(interrupted ? [INTERRUPTED] : [])];
  return suiteText({ name: `nacd requests: ${commandLine(command)}`, cases, ms });
}

module.exports = { junitOf, junitWriter };

'use strict';
// Writes SARIF 2.1.0, from which code hosts show the race at its two lines. A failure that was not minimized is shown
// at the place that its message names.
const { version } = require('../../package.json');
const messages = require('../messages/index.js');
const { forJson, plainText } = require('../shown/media.js');
const { operationName } = require('../names/short.js');
const { anchorOf } = require('./anchor.js');

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

// A rule for each class of failures (analysis/failure-class.js).
const RULES = [
  { class: 'order', id: 'event-race', text: 'Two operations race: the program fails in one of their two orders' },
  { class: 'not-clear', id: 'fails-under-delay', text: 'The program fails when asynchronous operations take longer' },
  { class: 'time-limit', id: 'limit-of-time', text: 'A limit of time of the test is over when operations take longer' },
  { class: 'flaky', id: 'flaky-by-itself', text: 'The program fails now and then without any delay' },
];
const indexOf = (is) => RULES.findIndex((rule) => rule.class === (is ?? 'not-clear'));

// Returns the location of a file: relative to the root of the sources if the file is in it, else a file: URI.
function uri(file) {
  const [, drive, path] = /^([A-Za-z]:)?(.*)$/s.exec(plainText(file));
  const encoded = path.split(/[\\/]/).map(encodeURIComponent).join('/');
  if (drive) return { uri: `file:///${drive}${encoded}` };
  return file.startsWith('/') ? { uri: `file://${encoded}` } : { uri: encoded, uriBaseId: '%SRCROOT%' };
}

function physical({ file, line, column }) {
  return { artifactLocation: uri(file), region: { startLine: line, startColumn: column } };
}

function location({ place, api, name, phase }, id) {
  if (!place) return undefined;
  return { id, physicalLocation: physical(place), message: { text: operationName({ api, name, phase }) } };
}

function resultOf(event) {
  const { failure, race, rate } = event;
  const found = rate ? messages.foundLines({ ...failure, race, rate }) : [failure.title];
  const text = [...found, messages.rate(failure)].join('\n');
  const ruleIndex = indexOf(failure.class);
  const [delayed, overtaker] = race ? [location(race.delayed, 1), location(race.overtaker, 2)] : [];
  return {
    ruleId: RULES[ruleIndex].id,
    ruleIndex,
    level: 'error',
    message: { text },
    locations: [delayed ?? { id: 1, physicalLocation: physical(anchorOf(event)) }],
    relatedLocations: overtaker ? [overtaker] : [],
    partialFingerprints: { 'nacdFailure/v1': failure.id },
  };
}

function sarifWriter() {
  const results = [];
  return (event) => {
    if (event.type === 'failure') results.push(resultOf(event));
    if (event.type !== 'end') return '';
    const { campaign } = event;
    const rules = RULES.map(({ id, text }) => ({ id, shortDescription: { text } }));
    const driver = { name: 'nacd-native', version, rules };
    const invocation = { executionSuccessful: campaign.state === 'done', startTimeUtc: campaign.started };
    if (campaign.ended) invocation.endTimeUtc = campaign.ended;
    const run = { tool: { driver }, invocations: [invocation], columnKind: 'utf16CodeUnits', results };
    return `${forJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, 2)}\n`;
  };
}

module.exports = { sarifWriter };

'use strict';
// Writes SARIF 2.1.0, from which code hosts show the race at its two lines. A failure that was not minimized is shown
// where its message says.
const { version } = require('../../package.json');
const messages = require('../messages/index.js');
const { forJson, plainText } = require('../shown/media.js');
const { operationName } = require('../names/short.js');
const { anchorOf } = require('./anchor.js');

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const RULES = [
  { id: 'event-race', shortDescription: { text: 'Two operations race: the program fails in one of their two orders' } },
  { id: 'fails-under-delay', shortDescription: { text: 'The program fails when asynchronous operations take longer' } },
];

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
  const text = race ? `${messages.rateLine(rate)}\n${messages.raceLines(race, failure.title).join('\n')}`
    : `${failure.title}: ${messages.rate(failure)}`;
  const [delayed, overtaker] = race ? [location(race.delayed, 1), location(race.overtaker, 2)] : [];
  return {
    ruleId: race ? 'event-race' : 'fails-under-delay',
    ruleIndex: race ? 0 : 1,
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
    const driver = { name: 'nacd-native', version, rules: RULES };
    const invocation = { executionSuccessful: campaign.state === 'done', startTimeUtc: campaign.started };
    if (campaign.ended) invocation.endTimeUtc = campaign.ended;
    const run = { tool: { driver }, invocations: [invocation], columnKind: 'utf16CodeUnits', results };
    return `${forJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, 2)}\n`;
  };
}

module.exports = { sarifWriter };

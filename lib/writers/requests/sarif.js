'use strict';
// Writes request races as SARIF 2.1.0: the held operation is the location, the other call sites are related ones.
const { version } = require('../../../package.json');
const messages = require('../../messages/index.js');
const { forJson, plainText } = require('../../shown/media.js');
const { shortStatement } = require('../../messages/statement.js');
const { PROJECT } = require('../anchor.js');

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const RULE = {
  id: 'request-race', shortDescription: { text: 'Two HTTP requests at once do what they cannot do one after the other' },
};

function physical({ file, line, column }) {
  return {
    artifactLocation: { uri: plainText(file).split(/[\\/]/).map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
    region: { startLine: Number(line), startColumn: Number(column) },
  };
}

function locationOf({ site, statement, handler }, id) {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(site ?? '') ?? [];
  if (file === undefined) return undefined;
  return { id, physicalLocation: physical({ file, line, column }), message: { text: `${handler}: ${shortStatement(statement)}` } };
}

// Each call site once; the last operation of the first request, which is held, comes first.
function sitesOf({ windows }) {
  const ofOne = ({ handler, operations }) => operations.map((one) => ({ ...one, handler }));
  const all = Object.values(windows).flatMap(ofOne);
  const held = all[windows.A.operations.length - 1];
  const sites = new Map([held, ...all].filter(Boolean).map((one) => [one.site, one]));
  return [...sites.values()];
}

function resultOf(race) {
  const senders = Object.entries(race.from ?? {}).filter(([, site]) => site !== undefined)
    .map(([who, site]) => ({ site, handler: `${who}: ${race.handlers[who]}`, statement: 'sent here in the recording' }));
  const places = [...sitesOf(race), ...senders];
  const [held, ...others] = places.map((one, index) => locationOf(one, index + 1)).filter(Boolean);
  return {
    ruleId: RULE.id, ruleIndex: 0, level: 'error',
    message: { text: messages.requestRaceBlock(race, { file: race.file }).trim() },
    locations: [held ?? { id: 1, physicalLocation: physical(PROJECT) }], relatedLocations: others,
    partialFingerprints: { 'nacdRequestRace/v1': race.id },
  };
}

/** Returns the SARIF text of a report (requests.json). */
function sarifOf({ races, interrupted }) {
  const driver = { name: 'nacd-native', version, rules: [RULE] };
  const run = {
    tool: { driver }, invocations: [{ executionSuccessful: !interrupted }], columnKind: 'utf16CodeUnits',
    results: races.map(resultOf),
  };
  return `${forJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, 2)}\n`;
}

module.exports = { sarifOf };

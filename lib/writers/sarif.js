'use strict';
// Writes SARIF 2.1.0, from which code hosts show a race at its lines. A failure that was not minimized is shown at the
// place that its message names. Two requests are shown at the held operation; their other call sites are related.
const { version } = require('../../package.json');
const messages = require('../messages/index.js');
const { shortStatement } = require('../messages/statement.js');
const { forJson, plainText } = require('../shown/media.js');
const { operationName } = require('../names/short.js');
const { PROJECT, anchorOf } = require('./anchor.js');

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

// A rule for each class of failures (analysis/failure-class.js).
const RULES = [
  { class: 'order', id: 'event-race', text: 'Two operations race: the program fails in one of their two orders' },
  { class: 'not-clear', id: 'fails-under-delay', text: 'The program fails when asynchronous operations take longer' },
  { class: 'time-limit', id: 'limit-of-time', text: 'A limit of time of the test is over when operations take longer' },
  { class: 'flaky', id: 'flaky-by-itself', text: 'The program fails now and then without any delay' },
];
const REQUEST_RULES = [
  { id: 'request-race', text: 'Two HTTP requests at once do what they cannot do one after the other' },
];

// Returns the location of a file: relative to the root of the sources if the file is in it, else a file: URI.
function uri(file) {
  const [, drive, path] = /^([A-Za-z]:)?(.*)$/s.exec(plainText(file));
  const encoded = path.split(/[\\/]/).map(encodeURIComponent).join('/');
  if (drive) return { uri: `file:///${drive}${encoded}` };
  return file.startsWith('/') ? { uri: `file://${encoded}` } : { uri: encoded, uriBaseId: '%SRCROOT%' };
}

// `text`: what is at that place.
function location({ place: { file, line, column }, text }, index) {
  const region = { startLine: Number(line), startColumn: Number(column) };
  return {
    id: index + 1, physicalLocation: { artifactLocation: uri(file), region },
    ...(text !== undefined && { message: { text } }),
  };
}

// `places`: [{place, text}], the first one being where the finding is shown.
function resultOf({ rule, text, places, fingerprints }, rules) {
  const [shown, ...related] = places.map(location);
  const ruleIndex = rules.indexOf(rule);
  return {
    ruleId: rule.id, ruleIndex, level: 'error', message: { text }, locations: [shown], relatedLocations: related,
    partialFingerprints: fingerprints,
  };
}

function sarifText({ rules, findings, invocation }) {
  const driver = { name: 'nacd-native', version, rules: rules.map(({ id, text }) => ({ id, shortDescription: { text } })) };
  const results = findings.map((finding) => resultOf(finding, rules));
  const run = { tool: { driver }, invocations: [invocation], columnKind: 'utf16CodeUnits', results };
  return `${forJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, 2)}\n`;
}

const placesOf = (race) => [race?.delayed, race?.overtaker].filter((one) => one?.place)
  .map(({ place, ...operation }) => ({ place, text: operationName(operation) }));

function findingOfFailure(event) {
  const { failure, race, rate } = event;
  const found = rate ? messages.foundLines({ ...failure, race, rate }) : [failure.title];
  const known = race?.delayed.place ? placesOf(race) : [{ place: anchorOf(event) }, ...placesOf(race)];
  return {
    rule: RULES.find((rule) => rule.class === (failure.class ?? 'not-clear')), places: known,
    text: [...found, messages.rate(failure)].join('\n'), fingerprints: { 'nacdFailure/v1': failure.id },
  };
}

/** Returns the writer of a campaign (index.js). */
function sarifWriter() {
  const findings = [];
  return (event) => {
    if (event.type === 'failure') findings.push(findingOfFailure(event));
    if (event.type !== 'end') return '';
    const { state, started, ended } = event.campaign;
    const invocation = { executionSuccessful: state === 'done', startTimeUtc: started, ...(ended && { endTimeUtc: ended }) };
    return sarifText({ rules: RULES, findings, invocation });
  };
}

// Each call site once; the last operation of the first request, which is held, comes first.
function sitesOf({ windows }) {
  const ofOne = ({ handler, operations }) => operations.map((one) => ({ ...one, handler }));
  const all = Object.values(windows).flatMap(ofOne);
  const held = all[windows.A.operations.length - 1];
  const sites = new Map([held, ...all].filter(Boolean).map((one) => [one.site, one]));
  return [...sites.values()].map(({ site, handler, statement }) => ({ site, text: `${handler}: ${shortStatement(statement)}` }));
}

const sendersOf = ({ from = {}, handlers }) => Object.entries(from)
  .map(([who, site]) => ({ site, text: `${who}: ${handlers[who]}: sent here in the recording` }));

function placedAt({ site, text }) {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(site ?? '') ?? [];
  return file === undefined ? [] : [{ place: { file, line, column }, text }];
}

function findingOfRace(race) {
  const places = [...sitesOf(race), ...sendersOf(race)].flatMap(placedAt);
  return {
    rule: REQUEST_RULES[0], places: places.length > 0 ? places : [{ place: PROJECT }],
    text: messages.requestRaceBlock(race, { file: race.file }).trim(), fingerprints: { 'nacdRequestRace/v1': race.id },
  };
}

/** Returns the SARIF text of a report on request races (requests.json). */
const sarifOf = ({ races, interrupted }) => sarifText({
  rules: REQUEST_RULES, findings: races.map(findingOfRace), invocation: { executionSuccessful: !interrupted },
});

module.exports = { sarifOf, sarifWriter };

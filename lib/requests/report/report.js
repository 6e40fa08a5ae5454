'use strict';
// Makes plain objects of the results of proofs, for the writers, for requests.json and for failure files.
const { isDeepStrictEqual: same } = require('node:util');

const { withoutPattern } = require('../../analysis/name-patterns.js');
const { isNewWord } = require('../../analysis/new-word.js');
const { secretsInRows, secretsOf, statementShape } = require('../../trace/places.js');
const { valueWithoutSecrets, withoutSecrets } = require('../../shown/secrets.js');
const { SIDES } = require('../../trace/protocol.js');
const { asExecuted } = require('./executed.js');
const { withOriginals } = require('./originals.js');
const { sequenceOf } = require('./sequence.js');
const { isMeantToChange } = require('../recording/writing.js');

const LETTERS = { first: 'A', second: 'B' };

// "select"; of a function in a module its name.
const verbOf = (statement = '') => {
  const word = statement.includes(' ') ? statement : statement.split('.').at(-1);
  return /[a-z]+/i.exec(word)?.[0].toLowerCase() ?? 'access';
};

const COMMAND_LIMIT = 120;

// A list or an object is shown as JSON.
const plain = (value) => (value !== null && typeof value === 'object' ? JSON.stringify(value) : value);
const literal = (value) => (typeof plain(value) === 'string' ? `'${plain(value)}'` : String(value));

// Values that the statement has as parameters, as a reader would write them. A command has them behind its name.
function shownStatement({ statement = '', values }) {
  if (!Array.isArray(values)) return statement;
  if (/^\w+$/.test(statement)) return withoutSecrets([statement, ...values.map(plain)].join(' ').replace(/\s+/g, ' ')).slice(0, COMMAND_LIMIT);
  let index = 0;
  const text = statement.replace(/\$(\d+)|\?/g, (match, number) => {
    const value = values[number === undefined ? index++ : number - 1];
    return value === undefined ? match : literal(value);
  });
  return text.replace(/\s+/g, ' ').trim();
}

function operationOf({ who, site, shownSite, api, statement, values, rows, failed }) {
  return {
    who: LETTERS[who], site: shownSite ?? site, api, rows, failed,
    statement: shownStatement({ statement, values }), verb: verbOf(statement),
    writes: isMeantToChange({ statement, values }) || undefined,
  };
}

const statusesOf = ({ responses }) => ({ A: responses.first?.status, B: responses.second?.status });

// Of a name in a comparable state.
const tableIn = (name) => withoutPattern(name).split(' ').at(-1);

// The state of the tables that are as in no serial order. Of tables that do not fit together each is as in one: then
// those that differ between the orders.
function differences(compare, forced, serial, { kind }) {
  const after = (outcome) => compare.view(outcome).states.after;
  const [now, AB, BA] = [forced, serial.AB[0], serial.BA[0]].map(after);
  const all = Object.keys(now).map((name) => ({ name, forced: now[name], AB: AB[name], BA: BA[name] }));
  const strange = all.filter((one) => !same(one.AB, one.forced) && !same(one.BA, one.forced));
  const isMixed = kind === 'mixed state';
  const shown = isMixed ? all.filter((one) => !same(one.AB, one.BA)) : strange;
  return wholeTables(shown.map(({ name, ...rows }) => ({ table: tableIn(name), store: name.split(' ')[0], ...rows })));
}

// The judge takes a store of keys apart.
function wholeTables(parts) {
  const whole = new Map();
  for (const part of parts) {
    const known = whole.get(`${part.store} ${part.table}`);
    if (!known) whole.set(`${part.store} ${part.table}`, part);
    else for (const run of ['forced', 'AB', 'BA']) if (part[run]) known[run] = [...known[run] ?? [], ...part[run]];
  }
  return [...whole.values()];
}

const ofBoth = ({ operations }) => asExecuted(operations.filter(({ who }) => LETTERS[who] !== undefined));

// A place where an operation may be made: its call site, or where that was not known at the call, its statement.
const placeOf = ({ site, statement }) => site ?? statementShape(statement);

/** Returns a function that gives an operation of a run the call site that the recording knew later. */
function sitesLearned(pair) {
  const learned = new Map();
  const recorded = Object.values(pair.requests).flatMap(({ operations }) => operations);
  const ofWindows = SIDES.flatMap((who) => pair.windowOf(who)).filter(Boolean); // of other requests, too
  for (const one of [...recorded, ...ofWindows]) {
    if (one.shownSite !== undefined) learned.set(placeOf(one), one.shownSite);
  }
  return (operation) => ({ ...operation, shownSite: operation.site ?? learned.get(placeOf(operation)) });
}

// "select version()" and "DISCARD ALL", which a client or its pool sends at a call site of the program. SET and DISCARD
// are commands of Redis, too.
const OF_CONNECTIONS = /^\s*(?:select\b(?!.*\bfrom\b)|(?:discard|deallocate|reset|show) |set \w+ ?(?:=|to ))/is;

// The operations of both requests at the call sites of the windows, in the order in which they ran. One about
// the connection counts only if it is one of the windows, as a call of a function in a SELECT without a table.
function orderShown(pair, operations) {
  const windows = SIDES.flatMap((who) => pair.windowOf(who).filter(Boolean));
  const places = new Set(windows.map(placeOf));
  const shapes = new Set(windows.map(({ statement }) => statementShape(statement)));
  const isShown = ({ statement }) => !OF_CONNECTIONS.test(statement) || shapes.has(statementShape(statement));
  return operations.filter((operation) => places.has(placeOf(operation)) && isShown(operation)).map(operationOf);
}

// Of both requests in their services; the request whose branches they are has no letter.
function sequenceShown(example) {
  const { lanes, steps } = sequenceOf(example.folder ?? '', example) ?? {};
  const shown = ({ who, statement, values, ...step }) => {
    const text = step.kind === 'operation' ? shownStatement({ statement, values }) : step.text;
    return { ...step, who: LETTERS[who], text };
  };
  return lanes && { lanes, steps: steps.map(shown) };
}

const askingIn = (operations, table) => operations.flatMap((one) => one?.effects ?? [])
  .filter((one) => one.class !== 'A' && one.table === table);

// Of a column: those of both windows, if each is about a row of its own, as the second of two doctors who leaves. The
// recorded request may be one of another test, on another row than in the proof: `texts` are the statements there.
function valuesIn(windows, column, { values, texts }) {
  const own = windows.map((asking) => new Set(asking.flatMap(({ keys }) => keys?.[column] ?? [])));
  const areProved = own.every((list, i) => list.size > 0 && [...list].every((value) => texts[i].includes(value)));
  const areApart = areProved && ![...own[0]].some((value) => own[1].has(value));
  return areApart ? [...new Set([...own[0], ...own[1]])] : values;
}

// An insert names all columns of its row. Those by which one of the windows looks for the row tell what both want.
function keysShown(pair, shown) {
  const { keys = {}, table } = pair.candidate;
  const windows = SIDES.map((who) => askingIn(pair.windowOf(who), table));
  const asked = new Set(windows.flat().flatMap((one) => Object.keys(one.keys ?? {})));
  const entries = Object.entries(keys).filter(([column]) => asked.has(column));
  if (entries.length === 0) return keys;
  const texts = [shown.A, shown.B].map(({ operations }) => operations.map(({ statement }) => statement).join());
  return Object.fromEntries(entries.map(([column, values]) => [column, valuesIn(windows, column, { values, texts })]));
}

// Of an operation that another request made in the recording: the one that this request made in the proof.
function ownOf(operation, who, { candidate }, operations) {
  if (operation?.request === candidate[who].request) return operation;
  const { site, statement } = operation ?? {};
  const shape = statementShape(statement);
  const isOne = (one) => one.who === who && one.site === site && statementShape(one.statement) === shape;
  return operations.find(isOne) ?? operation;
}

// Keys of Redis, memcached and files that both requests name in the recording.
function keysNamed(pair) {
  const operations = SIDES.flatMap((who) => [...pair.requests[who].operations, ...pair.windowOf(who)]);
  const effects = operations.flatMap((one) => one?.effects ?? []);
  return new Set([pair.candidate, ...effects].flatMap(({ keys }) => keys?.key ?? []));
}

// A key such as "cart:7" may be new in each run, as far as the judge can tell. It is the one of those that the requests
// name, if the run has only that with the values of the row.
function withKey(row, named, { states }) {
  if (!isNewWord(row?.key)) return row;
  const isIt = (one) => Object.entries(row).every(([name, value]) => (
    name === 'key' ? named.has(one.key) : isNewWord(value) || same(value, one[name])));
  const [key, ...more] = new Set(rowsIn(states).filter(isIt).map((one) => one.key));
  return key === undefined || more.length > 0 ? row : { ...row, key };
}

const lossWithKey = (loss, ...rest) => (loss.row ? { ...loss, row: withKey(loss.row, ...rest) } : loss);

function stateShown(compare, example, serial, { judgement, named }) {
  if (!example.states.after) return []; // after a crash or a hang
  const runs = { forced: example, AB: serial.AB[0], BA: serial.BA[0] };
  return differences(compare, example, serial, judgement).map(({ table, store, ...lists }) => {
    const shown = Object.entries(lists).map(([name, rows]) => (
      [name, rows?.map((row) => JSON.stringify(withKey(JSON.parse(row), named, runs[name])))]));
    return { table, store, ...Object.fromEntries(shown) };
  });
}

function windowsShown(pair, made) {
  return Object.fromEntries(SIDES.map((who) => {
    const { handler } = pair.candidate[who];
    const operations = pair.windowOf(who).map((one) => operationOf({ who, ...ownOf(one, who, pair, made) }));
    return [LETTERS[who], { handler, operations }];
  }));
}

function lossShown({ verdict: _, kind, state, table, tables, row, serial, ...more }) {
  const plain = { kind, ...more };
  if (tables) plain.tables = [...new Set(tables.map(withoutPattern))];
  if (table) Object.assign(plain, { table: tableIn(table), row: row && JSON.parse(row) });
  if (serial) plain.serial = serial.map((text) => JSON.parse(text));
  if (state) plain.state = lossShown(state);
  return plain;
}

// The name of a table says nothing of its columns: api_key has labels, too.
const rowsIn = (states) => Object.values(states).flatMap((stores) => Object.values(stores ?? {}))
  .flatMap((tables) => Object.values(tables)).flatMap(({ rows }) => rows);

// An insert has the values of its row by their columns.
const secretsRecorded = ({ operations, response }) => [
  ...operations.flatMap(({ effects = [] }) => effects.flatMap(({ keys }) => secretsInRows(keys))),
  ...(response?.body ? secretsOf({ body: response.body }) : []),
];

// Cookies, tokens and passwords, of the recording and of each run.
function withoutSent(race, pair, outcomes) {
  const { first, second } = pair.requests;
  const ofRuns = outcomes.flatMap(({ secrets = [], responses }) =>
    [...secrets, ...Object.values(responses).flatMap(({ body }) => secretsOf({ body: JSON.stringify(body) }))]);
  const ofStates = outcomes.flatMap(({ states }) => secretsInRows(rowsIn(states)));
  const ofRecording = [first, second].flatMap(secretsRecorded);
  const ofRoot = pair.root ? secretsOf(pair.root) : [];
  const sent = [first, second].flatMap(secretsOf);
  const secrets = new Set([...ofRoot, ...sent, ...ofRecording, ...ofRuns, ...ofStates]);
  let text = JSON.stringify(valueWithoutSecrets(JSON.parse(JSON.stringify(race))));
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
    text = text.replaceAll(JSON.stringify(secret).slice(1, -1), '***');
  }
  return JSON.parse(text);
}

// Not those of two consumers, which have names of their own.
const isOfChains = ({ first, second }) => (
  (first.operations !== undefined && first.request === second.request && first.trace === second.trace) || undefined);

const foldersOf = ({ recordings }) => recordings.all.flatMap(({ header }) => header?.cwd ?? []);

/** Returns what is told of a race, without secrets: `result` is that of proveCandidate(). */
function raceOf(result) {
  const { pair, forced, serial } = result;
  const race = withOriginals(shownRace(result), foldersOf(pair));
  return withoutSent(race, pair, [...forced, ...serial.AB, ...serial.BA]);
}

function shownRace(result) {
  const { pair, forced, serial, compare, judgement, agree, of, runs, blocked, logged } = result;
  const { candidate } = pair;
  const [example] = forced;
  const operations = ofBoth(example).map(sitesLearned(pair));
  const windows = windowsShown(pair, operations);
  const named = keysNamed(pair);
  return {
    id: candidate.id, loss: lossWithKey(lossShown(judgement), named, example),
    within: candidate.of?.handler, chains: isOfChains(candidate),
    handlers: { A: candidate.first.handler, B: candidate.second.handler },
    from: { A: pair.requests.first.from, B: candidate.same ? undefined : pair.requests.second.from },
    store: candidate.store, table: candidate.table, keys: keysShown(pair, windows),
    overtakes: candidate.overtakes, expires: candidate.expires, pattern: candidate.pattern,
    transaction: candidate.transaction, same: candidate.same === true,
    windows,
    order: orderShown(pair, operations), operations: operations.map(operationOf),
    statuses: { forced: statusesOf(example), AB: statusesOf(serial.AB[0]), BA: statusesOf(serial.BA[0]) },
    bodies: Object.fromEntries([['forced', example], ['AB', serial.AB[0]], ['BA', serial.BA[0]]].map(([name, { responses }]) =>
      [name, { A: responses.first?.body, B: responses.second?.body }])),
    state: stateShown(compare, example, serial, { judgement, named }),
    sequence: sequenceShown(example),
    blocked, logged: logged?.length > 0 ? logged : undefined, agree, of, runs,
  };
}

function shownOther({ verdict, reason, details, blocked, judgement, logged = [], agree, of, runs, pair }) {
  const { candidate } = pair;
  const { end, ...more } = details ?? {};
  return {
    id: candidate.id, within: candidate.of?.handler, chains: isOfChains(candidate),
    verdict, reason, details: { ...more, code: end?.code }, blocked,
    agree, of, runs,
    refused: judgement?.who, newErrors: logged.length > 0 ? logged.length : undefined, table: candidate.table,
    handlers: { A: candidate.first.handler, B: candidate.second.handler },
  };
}

/** Returns what is told of a proof that is no race, without secrets. */
const otherOf = (result) => valueWithoutSecrets(JSON.parse(JSON.stringify(shownOther(result))));

module.exports = { raceOf, otherOf };

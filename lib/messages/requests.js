'use strict';
// Messages of `nacd requests`.
const { saysError } = require('../analysis/says-error.js');
const { plainWords } = require('../analysis/new-word.js');
const { orderText } = require('./order-text.js');
const { rowName, rowText, show, tableName, tableText, updateText } = require('./rows.js');
const { stateLines } = require('./state-lines.js');
const { shortStatement } = require('./statement.js');
const { unrepeatableText } = require('./unrepeatable.js');
const { commandLine, notJudgedText, plural, seconds, shellWord } = require('./words.js');

// "orders, keys": the names of tables without those of their stores, which are addresses, unless two have one name.
function tableNames(tables) {
  const names = tables.map((name) => tableName(name.split(' ').at(-1)));
  return new Set(names).size === names.length ? names : tables;
}

function mixedText({ loss }) {
  const names = tableNames(loss.tables);
  return names.length === 1 ? `rows of ${names[0]} that do not fit together` : `tables that do not fit together: ${names.join(', ')}`;
}

// "deleted_at IS NULL" tells no row from others.
const isNothing = ([, values]) => values.every((value) => value === null || value === 'null');

function keyText({ store, table, keys = {} }) {
  const [file, ...more] = store?.startsWith('files:') ? keys.name ?? [] : [];
  if (file !== undefined && more.length === 0) return `file ${table === '.' ? file : `${table}/${file}`}`;
  const all = Object.entries(keys);
  const told = all.filter((one) => !isNothing(one));
  const parts = (told.length > 0 ? told : all).map(([column, values]) => `${column} ${values.map(show).join(', ')}`);
  return [tableText(table), ...parts].filter(Boolean).join(' ');
}

// A request that is held at a call may race on what lies behind it, in a service that is not recorded.
const CALL = /^(?:fetch|https?\.request|undici\.\w+)$/;

function memoryText({ windows }) {
  const isAtCall = windows?.A.operations.every(({ statement }) => CALL.test(statement));
  return `what the process keeps in memory${isAtCall ? ', or a server that it calls' : ''}`;
}

// " on coupon code 'X'"
const onText = (race) => {
  const text = race.store === 'memory' ? memoryText(race) : keyText(race);
  return text === '' ? '' : ` on ${text}`;
};

const handlerOf = (race, who) => race.handlers[who === 'second' ? 'B' : 'A'];

function pairText({ handlers, chains }) {
  if (chains) return 'statements at the same time';
  return handlers.A === handlers.B ? `${handlers.A} twice` : `${handlers.A} and ${handlers.B}`;
}

// Branches of one request.
const withinText = ({ within }) => (within === undefined ? '' : `within one ${within}: `);

function extraText({ loss }) {
  const name = rowName(loss);
  if (name === tableName(loss.table)) return `a row of ${name} that no serial order leaves (${rowText(loss.row)})`;
  const { key: _key, name: _name, ...row } = loss.row;
  return `${name} has what no serial order leaves (${rowText(row)})`;
}

const times = (count) => ({ 0: 'never', 1: 'once', 2: 'twice' }[count] ?? `${count} times`);

const hasOneName = ({ handlers }) => handlers.A === handlers.B;

const successText = (race) => (race.loss.isDone ? 'is done' : hasOneName(race) ? 'succeeds' : 'succeed');

const limitText = ({ loss: { status, text } }) => (text === undefined
  ? `no answer is ${status}, one by one one is` : `no answer says ${show(text)}, one by one one does`);

const TITLES = {
  'double use': (race) => (race.chains ? `statements at the same time both change what only one of them may${onText(race)}`
    : `${pairText(race).replace(/ twice$/, '')} ${successText(race)} ${times(race.loss.count)}`
    + `${onText(race)}, one by one ${times(race.loss.most)}`),
  'lost update': updateText,
  duplicate: ({ loss }) => `${loss.count} equal rows in ${tableName(loss.table)} (${rowText(loss.row)}), one by one ${loss.allowed}`,
  resurrected: ({ loss }) => `a deleted row of ${tableName(loss.table)} is back (${rowText(loss.row)})`,
  'lost row': ({ loss }) => `a row of ${tableName(loss.table)} is lost (${rowText(loss.row)})`,
  'extra row': extraText,
  'mixed state': mixedText,
  'other state': ({ loss }) => `a state of ${tableNames(loss.tables).join(', ')} that no serial order leaves`,
  limit: (race) => `${pairText(race)} ${hasOneName(race) ? 'passes' : 'pass'} a limit${onText(race)}: ${limitText(race)}`,
  error: (race) => `${handlerOf(race, race.loss.who)} answers ${race.loss.status}${race.loss.code ? ` (${race.loss.code})` : ''}`
    + onText(race),
  'lost success': (race) => `${handlerOf(race, race.loss.who)} succeeds, and what it changes is lost${onText(race)}`,
  'mixed answers': (race) => `${handlerOf(race, race.loss.who)} is answered with what belongs to the other request: `
    + `${race.loss.path} is ${JSON.stringify(race.loss.given)}, one by one ${JSON.stringify(race.loss.own)}`,
  crash: ({ loss }) => `the server crashes: ${loss.text}`,
  hang: (race) => `${handlerOf(race, race.loss.who?.[0])} is never answered`,
  'new error': ({ loss }) => `new in the log: ${loss.text}`,
  'stale answer': (race) => `${pairText(race)} ${hasOneName(race) ? 'gives' : 'give'} answers that no serial order gives, on ${keyText(race)}`,
  invariant: ({ loss }) => `an invariant does not hold: ${loss.text}`,
};

// "MESSAGE /orders is dealt with before the insert of orders: "
function overtakesText({ overtakes, handlers, windows, table }) {
  if (!overtakes) return '';
  const [{ verb }] = windows.A.operations;
  return `${handlers.B} is dealt with before the ${verb}${tableText(table) ? ` of ${tableText(table)}` : ''}: `;
}

/** Returns the title of a race, which names what was lost. */
const raceTitle = (race) => plainWords(`${withinText(race)}${overtakesText(race)}${TITLES[race.loss.kind](race)}`);

// GraphQL tells of an error with status 200.
const answer = (status, body) => `${status}${status < 400 && saysError(body) ? ' with errors' : ''}`;

const answers = (statuses, bodies = {}, order) => order
  .map((who) => (statuses[who] === undefined ? 'no answer' : answer(statuses[who], bodies[who]))).join(', ');

const NO_SITE = '(call site unknown)'; // a driver has called after its caller had returned

function siteLines({ windows }) {
  const lines = [];
  const both = [windows.A, windows.B];
  const width = Math.max(...both.map(({ handler = '' }) => handler.length));
  const sites = both.flatMap(({ operations }) => operations.map(({ site }) => site ?? NO_SITE));
  const wide = Math.max(...sites.map((site) => site.length));
  for (const { handler = '', operations } of both) {
    for (const { site, statement } of operations) {
      const line = `  ${handler.padEnd(width)}   ${(site ?? NO_SITE).padEnd(wide)}   ${shortStatement(statement)}`;
      if (!lines.includes(line)) lines.push(line);
    }
  }
  return lines;
}

function senderLines({ from = {} }) {
  const lines = Object.entries(from).filter(([, site]) => site !== undefined).map(([who, site]) => `${who} ${site}`);
  return lines.length > 0 ? [`  sent by        ${lines.join(', ')}`] : [];
}

function answerLine({ statuses, bodies = {}, overtakes }) {
  const { forced, AB, BA } = statuses;
  return [
    `  answers        ${['A', 'B'].map((who) => `${who} ${forced[who] === undefined ? 'none' : answer(forced[who], bodies.forced?.[who])}`).join(', ')}`,
    `  one by one     A, B: ${answers(AB, bodies.AB, ['A', 'B'])}${overtakes ? '' : `    B, A: ${answers(BA, bodies.BA, ['B', 'A'])}`}`,
  ];
}

// docs/reference/requests-format.md, Candidates.
const PATTERNS = {
  P1: 'B changes data between A\'s read and A\'s write of it',
  P2: 'A and B both add a row before A goes on',
  P3: 'B adds a row between two accesses of A that changes rows',
  P4: 'A and B both delete, then both add',
  P5: 'A reads other data than it wrote or read before, since B changed it in between',
  overtakes: 'A sends B, as a message or a call, and B looks before A has done what it does after that',
  'given up': 'A and a call that is refused are sent at once, and B, which is sent then, overtakes A',
  'under way': 'B, which A\'s answer lets a client send, comes while the messages of A are on their way',
  inside: 'A and B both read in a function of the database before either changes what it has read',
  overlap: 'A and B are single statements, and B runs before A is committed, which a slow commit allows',
  locks: 'A and B lock the same rows in opposite order: each waits for the other, until the database ends one of them',
  memory: 'B runs while A waits, between A\'s look at something in memory and its change of it',
  other: 'an order of operations that no order of whole requests equals',
};

// A candidate may be proved the other way round: then no statement of B stands between two of A, as its pattern says.
function patternLine({ pattern, order }) {
  const isOther = /^P\d$/.test(pattern) && !/A.*B.*A/.test(order.map(({ who }) => who).join(''));
  const shown = isOther ? 'other' : pattern;
  return `  pattern        ${shown}: ${PATTERNS[shown]}`;
}

function requestRaceBlock(race, { file } = {}) {
  const lines = ['', `REQUEST RACE ${race.id}  ${race.title}   proved ${race.agree} of ${race.of}`];
  lines.push(...siteLines(race));
  lines.push(`  order          ${orderText(race.order)}`);
  lines.push(...senderLines(race), ...answerLine(race), ...stateLines(race.state));
  lines.push(patternLine(race));
  lines.push(`  transaction    ${race.transaction ?? 'none'}`);
  if (race.expires) lines.push(`  lock           A's runs out after ${race.expires} ms, while A is at work`);
  for (const line of (race.logged ?? []).slice(0, 3)) lines.push(`  new in the log  ${line}`);
  if (race.blocked) lines.push(`  B waited for A here: ${race.blocked.by}; A went on, and then B`);
  if (file) {
    lines.push(`  replay:        npx nacd replay ${shellWord(file)}`);
    lines.push(`  as a test:     npx nacd minimize --as-test ${shellWord(file)}`);
    lines.push(`  after a fix:   npx nacd prove ${shellWord(file)}`);
  }
  return [...lines, ''].join('\n');
}

const BLOCKED = {
  lock: 'the database forbids this order: the second request waits for a lock',
  store: 'the second request waits for the store',
  process: 'the second request waits in the process (a lock, or a pool without a free connection)',
};

const VERDICTS = {
  fine: () => 'as one by one', refused: () => 'refused cleanly',
  stale: () => 'only an answer differs (--stale-reads)',
  blocked: ({ blocked }) => BLOCKED[blocked.by],
  unsure: ({ agree, of }) => `not the same each time (${agree} of ${of})`,
  unrepeatable: ({ reason, details }) => `could not be repeated: ${unrepeatableText(reason, details)}`,
  race: () => 'RACE',
};

function proofLine(proof, { index, count, ms }) {
  const head = `proof ${index} of ${count}  ${withinText(proof)}${pairText(proof)}${proof.table ? `  ${tableText(proof.table) ?? 'keys'}` : ''}`;
  const errors = proof.newErrors > 0 ? `, ${plural(proof.newErrors, 'new error line')} in the log` : '';
  return `${head}  ${VERDICTS[proof.verdict](proof)}${errors} (${plural(proof.runs, 'run')}, ${seconds(ms)})`;
}

const MODES = {
  AB: 'A, B one by one', BA: 'B, A one by one', forced: 'the bad order', between: 'one by one, one before the later work of the other',
};

const COUNTED = {
  race: 'proved as races', fine: 'as one by one', refused: 'refused cleanly', blocked: 'forbidden by the database or a lock',
  stale: 'stale answers only', unsure: 'not the same each time', unrepeatable: 'could not be repeated',
};

const overText = ({ interrupted, problem }) => {
  if (problem) return 'the command stopped working';
  return interrupted ? 'it was interrupted' : 'the time ran out (--budget)';
};

function requestsSummary({ counts, notJudged = 0, covered, left, races, ms, runs, ...end }) {
  const parts = Object.entries(COUNTED).filter(([verdict]) => counts[verdict] > 0).map(([verdict, text]) => `${counts[verdict]} ${text}`);
  const tail = covered > 0 ? [`${covered} more ${covered === 1 ? 'belongs' : 'belong'} to a race that is proved`] : [];
  if (notJudged > 0) tail.push(notJudgedText(notJudged));
  if (left > 0) tail.push(`${plural(left, 'candidate')} left when ${overText(end)}`);
  return [`${races.length === 0 ? 'no request race proved' : `${plural(races.length, 'request race')} proved`} (${plural(runs, 'run')}, ${seconds(ms)})`, ...(parts.length > 0 ? [`  candidates: ${parts.join(', ')}`] : []),
    ...tail.map((text) => `  ${text}`)].join('\n');
}

const outcomeText = (judgement) => (judgement.verdict === 'race' ? `a race of another kind: ${judgement.kind}`
  : VERDICTS[judgement.verdict](judgement));

function problemText({ state, ...details }) {
  return `the run could not be repeated: ${unrepeatableText(state, details)}`;
}

function raceRepeated(race, { judgements, agree, of, problem }) {
  if (problem) return `not repeated: ${problemText(problem)}`;
  if (agree > 0) return `REPEATED ${agree} of ${of}: ${race.title}`;
  return `not repeated (0 of ${of}): the bad order is ${outcomeText(judgements[0])}`;
}

// Without the operation at which the first request was held the program is another one.
const heldAt = (changed) => changed.map(({ site, statement }) => `\n  held now at ${site}: ${shortStatement(statement)}`).join('');

const CHANGED = '\n  The program has changed: "nacd requests run" looks for races in it anew';

function raceFixed(race, { judgements, problem, of, changed = [] }) {
  if (problem?.state === 'not reached') {
    return { holds: true, text: `HOLDS: the first request no longer gets to the operation at which the race held it.${CHANGED}` };
  }
  if (problem?.state === 'not parallel' && race.overtakes) {
    const [{ verb }] = race.windows.A.operations;
    return { holds: true, text: `HOLDS: no such ${verb} is on its way any more when ${race.handlers.B} is dealt with.${CHANGED}` };
  }
  if (problem) return { holds: false, text: `not decided: ${problemText(problem)}` };
  const bad = judgements.filter(({ verdict }) => verdict === 'race');
  if (bad.length > 0) return { holds: false, text: `FAILS: ${race.title} (${bad.length} of ${of})${heldAt(changed)}` };
  return { holds: true, text: `HOLDS: the bad order is ${outcomeText(judgements[0])} (${of} of ${of})${heldAt(changed)}` };
}

function prunedText(pruned = {}) {
  const parts = Object.entries(pruned).filter(([, count]) => count > 0).map(([reason, count]) => `${count} ${reason}`);
  return parts.length > 0 ? ` (ruled out: ${parts.join(', ')})` : '';
}

const leftOutText = (count) => (count === 0 ? '' : `\n  ${plural(count, 'more request')} not recorded, because only a sample is kept of a route under load`);

const candidateText = ({ of, first, second }) => {
  const isOne = first.request === second.request && first.trace === second.trace;
  const chains = first.operations !== undefined && isOne;
  const handlers = { A: first.handler, B: second.handler };
  return `${withinText({ within: of?.handler })}${pairText({ handlers, chains })}`;
};

module.exports = {
  raceTitle, requestRaceBlock, proofLine, requestsSummary,
  requestsRecording: (command) => `recording: ${commandLine(command)}`,
  requestsProving: (command) => `proving: ${commandLine(command)}`,
  requestsRecorded: ({ requests, leftOut, handlers, operations, stores }) => `${plural(requests, 'request')} of `
    + `${plural(handlers, 'handler')}, ${plural(operations, 'operation')}${
    stores.length > 0 ? ` on ${stores.join(', ')}` : ' on stores'}${leftOutText(leftOut)}`,
  requestsFound: ({ pairs, unattributed, unknown, outside = [] }, count) => {
    const lines = [`${plural(pairs?.conflicting ?? 0, 'pair')} of requests in conflict${prunedText(pairs?.pruned)}, `
      + `${plural(count, 'candidate')}`];
    if (unattributed > 0) lines.push(`  ${plural(unattributed, 'operation')} of no known request (set-up of tests, work that `
      + `a timer starts, or lost context)${outside.length > 0 ? `, most of them at ${outside.join(', ')}` : ''}`);
    if (unknown?.tables > 0) lines.push(`  ${plural(unknown.tables, 'statement')} not understood: treated as access to everything`);
    return lines.join('\n');
  },
  longRuns: (ms) => `  each run of a proof takes as long as the command, which took ${seconds(ms)}: a command that runs one `
    + 'test file takes less, and --handlers tries fewer pairs',
  requestsVerbNeeded: (known) => `nacd requests: say what to do: ${known.join(', ')} ("nacd requests --help" shows the usage)`,
  requestsFailed: ({ code, signal }, folder) => `nacd: the command fails by itself (${signal ?? `exit status ${code}`}), so nothing `
    + `can be proved with it: its output is in ${folder}`,
  requestsTimedOut: (timeout, folder) => `nacd: the command took longer than --timeout ${timeout} s while it was recorded: its output is in ${folder}`,
  noServerSeen: ({ outside = 0 } = {}) => (outside > 0
    ? `nacd: no server received a request, and the command made ${plural(outside, 'operation')} on stores: a test that calls `
      + 'handlers as functions sends none; let it send them to a server, as with supertest, or by inject() or fetch() of a framework'
    : 'nacd: no server received a request: check that the command starts node, passes NODE_OPTIONS on, and sends requests to a '
      + 'server in Node.js'),
  noStoreSeen: (known) => `nacd: no request used a known store: ${known.join(', ')}; a file in model/stores describes `
    + 'another driver',
  noStoreOfRequests: (count) => `nacd: no request used a store; operations on stores of no request: ${count}. If `
    + 'a service makes some for a request, the call to it carries no id: one of TLS without HTTP does not, nor does a Unix socket '
    + 'or NOTIFY of PostgreSQL; docs/guide/services.md',
  badOtlp: (name, error) => `nacd: --otlp=${name} is not valid: ${error.message.split('\n')[0]}; allowed is a file of OTLP `
    + 'traces, JSON or Protocol Buffers',
  foreignCandidates: (count) => `${plural(count, 'candidate')} of services that are not Node (--otlp): they cannot be held, so `
    + 'nothing is proved of them',
  raceIsSmall: () => 'nacd: a request race has one order, which is not minimized: --as-test makes a test of it',
  raceTestWritten: (test, data) => `test written: ${test}\n  ${data}, beside it, has what both requests sent, cookies included: look at it before you commit it`,
  noRecording: (folder) => `nacd: ${folder} has no recording: "nacd requests record -- npm test" makes one`,
  noCandidates: (folder) => `nacd: ${folder} has no candidates of its recording: "nacd requests find" makes them`,
  noCandidateLike: (id, known) => `nacd: there is no candidate ${id}; ${known.length > 0 ? `there are ${known.join(', ')}` : 'there is none'}`,
  noHandlerLike: (name, known) => `nacd: --handlers: no request has the handler ${name}; ${known.length > 0 ? `there are ${known.join(', ')}` : 'there is none'}`,
  raceRepeated, raceFixed,
  raceReplayStarts: ({ race }, command) => `${commandLine(command)}\nforcing the order of: ${race.title}`,
  proofRun: ({ index, count, candidate, mode, runs }) => `proof ${index} of ${count}  `
    + `${candidateText(candidate)}  run ${runs} (${MODES[mode]})`,
  candidateLine: (candidate) => `${candidate.id}  ${candidate.pattern}  ${candidateText(candidate)}  `
    + `${candidate.table === undefined ? candidate.store : tableText(candidate.table) ?? 'keys'}`,
  verdictText: (proof) => (Object.hasOwn(VERDICTS, proof.verdict) ? VERDICTS[proof.verdict](proof) : proof.verdict),
};

'use strict';
// Says why a pair of requests could not be repeated.

const { cellText, rowName, rowText, show, tableName } = require('./rows.js');
const { shortStatement } = require('./statement.js');
const { shellWord } = require('./words.js');

const bothText = (values) => {
  const [[one, other]] = Object.values(values);
  return `${show(one)} and ${show(other)}`;
};

// Equal runs differ in an answer, or in a row.
function differenceText({ who, path, values, table, row, column, ignore }) {
  if (who) return ` in the answer to the ${who} request${path ? `: ${path} is ${bothText(values)}` : ''}`;
  if (table === undefined) return '';
  const advice = ignore === undefined ? '' : `; if others change that, leave it out by --ignore ${shellWord(ignore)}`;
  if (column) return ` in ${cellText({ column, table: tableName(table), row })}: ${bothText(values)}${advice}`;
  const name = row === undefined ? tableName(table) : rowName({ table, row });
  return ` in ${name === tableName(table) && row ? `a row of ${name} (${rowText(row)})` : name}, which only one of them has${advice}`;
}

const REASONS = {
  'service hangs': ({ service }) => `the process of ${service} does not answer`,
  'message pending': () => 'a message that one of them, or an earlier request, has sent to a queue is not dealt with in time',
  'service missing': ({ service }) => `the process of ${service}, which takes part in the requests, does not run`,
  'not seen': ({ end, folder }) => `its first request did not come again${
    end?.code > 0 ? `: the command ended with status ${end.code}, its output is in ${folder}` : ''}`,
  'not parallel': () => 'the branches are not on their way at the same time',
  'not reached': ({ step }) => (step?.latch ? `the tool cannot lock ${step.latch.tables.join(', ')}: others change what is there`
    : `the first request ${step?.until?.isSynchronous
      ? 'waits nowhere before this synchronous call, as far as is known' : 'did not reach the operation again'}`),
  'other answer': ({ expected, status }) => `the requests one by one answer ${status ?? 'nothing'}, in the recording ${expected}`,
  'error answer': () => 'one of the requests one by one answers with an error, in the recording without',
  'not repeatable': ({ order, ...place }) => `two equal runs differ${differenceText(place)} (${order === 'AB' ? 'A, B' : 'B, A'})`,
  'other start': (cell) => `${cellText(cell)} starts from another value in each run`,
  'need failed': ({ need, status, expected }) => `${need} answers ${status}, in the recording ${expected}`,
  grpc: () => 'a gRPC call is not sent again: only HTTP requests that cause it can be',
  timeout: () => 'the requests one by one took longer than --limit',
  'serial crash': ({ order, text }) => `the server crashes when the requests run one by one (${order === 'AB' ? 'A, B' : 'B, A'}): ${text}`,
  'connection closed': () => 'the connection of the test was closed before both requests were done: raise the time limit of the test',
  'gave up': ({ hasLapsed, isLatched }) => (hasLapsed ? 'the server ends the connection of the held request, which may do nothing for a short time only'
    : isLatched ? 'the function does not wait for the lock by which the tool holds both calls, or gives up waiting'
    : 'the second request fails because it waits longer than it may (for a connection of a pool, or for a lock)'),
  disturbed: ({ statement }) => `others than the two requests change what they change: ${shortStatement(statement)}`,
  error: ({ problem }) => `an error: ${problem?.split('\n')[0]}`,
  'state unread': ({ unread }) => `the state of ${unread?.[0]?.store} cannot be read: ${unread?.[0]?.reason}`,
};

/** Returns the text of a reason with its details. */
const unrepeatableText = (reason, details = {}) => REASONS[reason]?.(details) ?? reason;

module.exports = { unrepeatableText };

'use strict';
// Names what a request calls, where one path serves many functions: GraphQL and JSON-RPC.

const TOKEN = /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|\.\.\.(?:\s*on\b)?|[{}()[\]:@$]|[A-Za-z_]\w*/g;
const OPERATION = new Set(['query', 'mutation', 'subscription']);
const MOST_FIELDS = 3;
const MOST_CALLS = 3; // of a batch

const isName = (token) => /^[A-Za-z_]/.test(token);

// Returns the operations of a document: [{type, name, fields}], the fields without aliases.
function operationsIn(document) {
  const operations = [];
  let operation; // undefined in a fragment
  let depth = 0;
  let before; // the last token
  for (const token of document.match(TOKEN) ?? []) {
    if (token.startsWith('"') || token.startsWith('#')) continue;
    if (depth === 0 && token === 'fragment') operation = { fields: [] };
    else if (depth === 0 && OPERATION.has(token) && !operation?.type) operation = { type: token, fields: [] };
    else if (depth === 0 && isName(token) && OPERATION.has(before)) operation.name = token;
    else if (depth === 1 && isName(token) && before !== '@' && !before.startsWith('...')) {
      if (before === ':') operation.fields.pop(); // it was an alias
      operation.fields.push(token);
    }
    if (token === '{' && depth === 0) operation ??= { type: 'query', fields: [] };
    if ('{(['.includes(token)) depth += token === '{' ? 1 : 100; // names in parentheses are arguments
    if ('})]'.includes(token)) depth -= token === '}' ? 1 : 100;
    if (token === '}' && depth === 0) {
      if (operation.type !== undefined) operations.push(operation);
      operation = undefined;
    }
    before = token;
  }
  return operations;
}

function graphqlCall({ query, operationName }) {
  const operations = operationsIn(query);
  const { type, fields } = operations.find(({ name }) => name === operationName) ?? operations[0] ?? {};
  return fields?.length > 0 ? `${type} ${[...new Set(fields)].sort().slice(0, MOST_FIELDS).join(', ')}` : undefined;
}

function callOf(value) {
  if (typeof value?.query === 'string') return graphqlCall(value);
  if (value?.jsonrpc === '2.0' && typeof value.method === 'string') return value.method;
  return undefined;
}

/**
 * Returns "mutation book" for a request of GraphQL, and the method for one of JSON-RPC, by its body; undefined for
 * any other.
 */
function calledIn(body) {
  if (body === undefined || !/"(?:query|jsonrpc)"/.test(body)) return undefined;
  try {
    const value = JSON.parse(body);
    const calls = [value].flat().slice(0, MOST_CALLS).map(callOf);
    return calls.includes(undefined) || calls.length === 0 ? undefined : calls.join(', ');
  } catch {
    return undefined; // it is cut, or no JSON
  }
}

module.exports = { calledIn };

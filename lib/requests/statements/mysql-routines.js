'use strict';
// Reads functions, procedures and triggers of a MySQL or MariaDB database, and triggers of SQLite: the statements
// that one call carries out, with the arguments of the call in the place of its parameters.

const TOKEN = new RegExp([
  /'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"|`(?:[^`]|``)*`/, // texts and names
  /--\s[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|\s+/, // comments and blanks
  /<=>|<=|>=|<>|!=|:=|->>|->|\|\||&&|@{0,2}[\w$]+|\S/,
].map(({ source }) => source).join('|'), 'g');
const BLANK = /^(?:\s|--\s|#|\/\*)/;
const FIRST = new Set(['CALL', 'DELETE', 'INSERT', 'REPLACE', 'SELECT', 'UPDATE', 'WITH']);
// Statements that are made at run time may do anything.
const DYNAMIC = new Set(['EXECUTE', 'PREPARE']);
const BEFORE_NAMES = new Set(['AS', 'FROM', 'INTO', 'JOIN', 'TABLE', 'UPDATE', '.']); // no variable follows
const UNKNOWN = '@unknown'; // an expression without a value or a column

const bare = (token) => token.replace(/^`|`$/g, '').toLowerCase();
const word = (token) => token?.toUpperCase();

const tokensOf = (text) => (text.match(TOKEN) ?? []).filter((token) => !BLANK.test(token));

// Names of DECLARE a, b INT; cursors and conditions are among them, which does no harm.
function declared(tokens) {
  const names = [];
  for (const [start, token] of tokens.entries()) {
    if (word(token) !== 'DECLARE') continue;
    for (let i = start + 1; i === start + 1 || tokens[i] === ','; i++) {
      if (tokens[i] === ',') i++;
      names.push(bare(tokens[i]));
    }
  }
  return names;
}

const deeper = (depth, token) => depth + (token === '(') - (token === ')');

// A statement reaches to its semicolon, one in parentheses to the closing one.
function endOf(tokens, start) {
  let depth = 0;
  let i = start;
  for (; i < tokens.length && depth >= 0 && !(depth === 0 && tokens[i] === ';'); i++) depth = deeper(depth, tokens[i]);
  return depth < 0 ? i - 1 : i;
}

// REPLACE and INSERT are functions, too.
const isStart = (tokens, i) => FIRST.has(word(tokens[i])) && tokens[i - 1] !== '.'
  && !(tokens[i + 1] === '(' && ['INSERT', 'REPLACE'].includes(word(tokens[i])));

function statementsIn(tokens) {
  const found = [];
  for (let i = 0; i < tokens.length; i++) {
    if (!isStart(tokens, i)) continue;
    const end = endOf(tokens, i);
    found.push(tokens.slice(i, end));
    i = end;
  }
  return found;
}

// SELECT a, b INTO x, y FROM t: a list of variables.
function withoutInto(tokens) {
  const start = tokens.findIndex((token) => word(token) === 'INTO');
  if (!['SELECT', 'WITH'].includes(word(tokens[0])) || start < 0) return tokens;
  let end = start + 2;
  while (tokens[end] === ',') end += 2;
  return [...tokens.slice(0, start), ...tokens.slice(end)];
}

// Columns that are no values: those of INSERT INTO t (a, b), and those that UPDATE sets.
function isColumnAt(tokens) {
  const isInsert = ['INSERT', 'REPLACE'].includes(word(tokens[0]));
  const values = tokens.findIndex((token) => ['VALUES', 'VALUE', 'SELECT'].includes(word(token)));
  return (i) => {
    if (isInsert && (values < 0 || i < values)) return word(tokens[i - 1]) !== '=';
    return tokens[i + 1] === '=' && [',', 'SET', 'UPDATE'].includes(word(tokens[i - 1]));
  };
}

/**
 * Returns {parameters, names, statements} of a function or procedure, or undefined if not all of its statements are
 * known. `parameters`: their names in order; `body`: the text behind them; `statements`: lists of tokens.
 */
function readRoutine({ parameters, body }) {
  const tokens = tokensOf(body);
  if (tokens.some((token) => DYNAMIC.has(word(token)))) return undefined;
  const own = parameters.map((name) => name.toLowerCase());
  const names = new Set([...own, ...declared(tokens)]);
  return { parameters: own, names, statements: statementsIn(tokens).map(withoutInto) };
}

// NEW.a and OLD.a as one token each.
function withRecords(tokens) {
  const joined = [];
  for (let i = 0; i < tokens.length; i++) {
    const isField = ['NEW', 'OLD'].includes(word(tokens[i])) && tokens[i + 1] === '.' && tokens[i + 2] !== undefined;
    joined.push(isField ? `${bare(tokens[i])}.${bare(tokens[i + 2])}` : tokens[i]);
    if (isField) i += 2;
  }
  return joined;
}

/** The same of a trigger: its parameters are the fields that it uses, such as new.a. */
function readTrigger({ body }) {
  const tokens = withRecords(tokensOf(body));
  if (tokens.some((token) => DYNAMIC.has(word(token)))) return undefined;
  const parameters = [...new Set(tokens.filter((token) => /^(?:new|old)\../.test(token)))];
  return {
    parameters, names: new Set([...parameters, ...declared(tokens)]), statements: statementsIn(tokens).map(withoutInto),
  };
}

const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function textOf(value) {
  if (value?.param !== undefined) return `?${value.param}`;
  if (value?.name !== undefined) return `:${value.name}`;
  if (value === undefined || !('value' in value)) return UNKNOWN;
  return value.value === null ? 'NULL' : quoted(value.value);
}

const joined = (tokens) => tokens.reduce((text, token, i) => (
  text + (i === 0 || '.('.includes(token) || tokens[i - 1] === '.' ? '' : ' ') + token), '');

/** Returns the texts of the statements of one call of `routine`. `given`: values as in plan.js, or undefined. */
function textsOf({ parameters, names, statements }, given) {
  return statements.map((tokens) => {
    const isColumn = isColumnAt(tokens);
    const replaced = (token, i) => {
      const name = bare(token);
      if (!names.has(name) || BEFORE_NAMES.has(word(tokens[i - 1])) || ['.', '('].includes(tokens[i + 1])) return token;
      return isColumn(i) ? token : textOf(given[parameters.indexOf(name)]);
    };
    return joined(tokens.map(replaced));
  });
}

module.exports = { readRoutine, readTrigger, textsOf };

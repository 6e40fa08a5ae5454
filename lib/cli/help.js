'use strict';
// Makes the help texts from the table of options and the list of verbs.
const { optionsOf } = require('./settings.js');

const WIDTH = 100;
const COLUMN = 36;

// Breaks `text` into lines, all indented to the column of its first word.
function wrapped(left, text) {
  const lines = [];
  let line = left.padEnd(COLUMN - 1);
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = ' '.repeat(COLUMN - 1);
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}

function argumentOf(option) {
  if (option.type === 'flag') return '';
  if (option.type === 'choice') return ` ${option.values.join('|')}`;
  return ` ${option.argument ?? { integer: 'N', number: 'X', list: 'NAMES', paths: 'PATHS' }[option.type] ?? 'TEXT'}`;
}

function defaultOf(option) {
  if (option.defaultText) return ` (${option.defaultText})`;
  return option.default === undefined ? '' : ` (${option.default})`;
}

function optionLine(option) {
  const short = option.short ? `-${option.short}, ` : '    ';
  const left = `  ${short}${option.flag}${argumentOf(option)}`;
  return wrapped(left, `${option.help}${defaultOf(option)}`);
}

/** Returns the help of `verb`: the common options, which fit one screen, or with `all` every option. */
function verbHelp(verb, { all = false } = {}) {
  const lines = [`nacd ${verb.name}: ${verb.summary}`, '', `  npx nacd ${verb.name} ${verb.usage}`];
  if (verb.details) lines.push('', ...verb.details.map((line) => `  ${line}`));
  const options = optionsOf(verb.name);
  const shown = all ? options : options.filter(({ common }) => common);
  if (shown.length > 0) lines.push('', ...shown.map(optionLine), '');
  if (shown.length < options.length) lines.push(`All options: nacd ${verb.name} --help-all, or docs/reference/options.md.`);
  if (shown.length > 0) lines.push('Each option is also an environment variable and a key of nacd.config.json.');
  return `${lines.join('\n')}\n`;
}

function generalHelp(verbs) {
  const lines = [
    'nacd: finds event races in Node.js programs by delaying asynchronous operations', '',
    '  npx nacd run -- npm test', '',
    ...verbs.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`), '',
    'Options of a command: nacd COMMAND --help. To delay a single run: node -r nacd-native app.js', '',
    'Exit status: 0 no failure found, 1 a failure found, 2 the command line or a file is wrong,',
    '3 the command fails even without delays, 70 a bug in nacd, 130 interrupted.',
  ];
  return `${lines.join('\n')}\n`;
}

module.exports = { verbHelp, generalHelp };

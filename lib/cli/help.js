'use strict';
// Makes the help texts from the table of options and the list of verbs.
const { optionsOf } = require('./settings.js');

const WIDTH = 100;
const COLUMN = 36;

// Breaks `text` into lines that begin in the column of its first word.
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

function verbHelp(verb) {
  const lines = [`nacd ${verb.name}: ${verb.summary}`, '', `  npx nacd ${verb.name} ${verb.usage}`];
  if (verb.details) lines.push('', ...verb.details.map((line) => `  ${line}`));
  const options = optionsOf(verb.name);
  if (options.length > 0) {
    lines.push('', ...options.filter(({ parameter }) => !parameter).map(optionLine), '');
    lines.push('Each option is also an environment variable and a key of nacd.config.json.');
  }
  // The parameters would not fit on a screen, and few users need them.
  if (options.some(({ parameter }) => parameter)) lines.push('Parameters of the strategies and engines: docs/reference/options.md.');
  return `${lines.join('\n')}\n`;
}

function generalHelp(verbs) {
  const lines = [
    'nacd: exposes event races in Node.js programs by delaying asynchronous operations', '',
    '  npx nacd run -- npm test', '',
    ...verbs.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`), '',
    'Help of a verb: nacd VERB --help. Without a campaign: node -r nacd-native app.js', '',
    'Exit status: 0 no failure found, 1 a failure found, 2 the command line or a file is wrong,',
    '3 the command fails even without delays, 70 a fault of nacd, 130 interrupted.',
  ];
  return `${lines.join('\n')}\n`;
}

module.exports = { verbHelp, generalHelp };

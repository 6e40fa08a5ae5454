'use strict';
// Writes docs/reference/options.md from the tables of options: node scripts/options-doc.js. A test compares the file
// with them.
const fs = require('node:fs');
const path = require('node:path');

const { CAMPAIGN_OPTIONS } = require('../lib/options/campaign.js');
const { PROGRAM_OPTIONS } = require('../lib/options/program.js');
const { MODEL_OPTIONS } = require('../lib/options/model.js');
const { REQUEST_OPTIONS } = require('../lib/options/requests.js');

const FILE = path.join(__dirname, '..', 'docs', 'reference', 'options.md');

const HEAD = `# Options

Set an option by a flag of \`nacd\`, by an environment variable, or by a key in \`nacd.config.json\` (or under the key
\`nacd\` in package.json). A flag wins over a variable, and a variable over the file. If a value is not allowed, nacd
prints one line and exits with status 2 before the first run. \`nacd.config.json\` may also have
\`"command": ["npm", "test"]\`, which is used if you give no command. \`nacd run --help\` lists the common options of a
command, \`--help-all\` all of them. This page is generated: \`node scripts/options-doc.js\`.
`;

function allowed(option) {
  if (option.type === 'flag') return 'yes, no (1, 0)';
  if (option.type === 'choice') return option.values.join(', ');
  if (option.min !== undefined) return `${option.min} to ${option.max}`;
  return { path: 'path', paths: 'paths', list: 'names' }[option.type] ?? option.argument ?? 'text';
}

function cell(text) {
  return String(text).replaceAll('|', '\\|');
}

const code = (text) => (text === undefined ? '' : `\`${text}\``);

function row(option) {
  const flag = option.short ? `\`${option.flag}\`, \`-${option.short}\`` : code(option.flag);
  const standard = option.defaultText ?? option.default ?? (option.type === 'flag' ? 'no' : 'none');
  const cells = [flag, code(option.env), code(option.flag && option.key), option.help, allowed(option), standard];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function table(options) {
  return ['| flag | variable | key | what | allowed | default |', '| --- | --- | --- | --- | --- | --- |', ...options.map(row)].join('\n');
}

function optionsDoc() {
  return `${HEAD}
## Delays
The variables also work without the command line: \`NACD_SEED=7 node -r nacd-native app.js\`. \`--trace\` and
\`--schedule\` exist only as variables, because a campaign chooses both for each run.

${table(PROGRAM_OPTIONS)}

## Campaigns
${table(CAMPAIGN_OPTIONS)}

## nacd requests
${table(REQUEST_OPTIONS)}

## nacd model
${table(MODEL_OPTIONS)}
`;
}

if (require.main === module) fs.writeFileSync(FILE, optionsDoc());

module.exports = { optionsDoc, FILE };

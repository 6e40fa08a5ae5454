'use strict';
// Writes docs/reference/options.md from the tables of options: node scripts/options-doc.js. A test compares the file
// with them.
const fs = require('node:fs');
const path = require('node:path');

const { CAMPAIGN_OPTIONS } = require('../lib/options/campaign.js');
const { OPTIONS } = require('../lib/options/program.js');
const { MODEL_OPTIONS } = require('../lib/options/model.js');
const { REQUEST_OPTIONS } = require('../lib/options/requests.js');

const FILE = path.join(__dirname, '..', 'docs', 'reference', 'options.md');

const HEAD = `# Options

Each option is a flag of \`nacd\`, an environment variable, and a key of \`nacd.config.json\` (or of the key \`nacd\` in
package.json). The flag counts before the variable, the variable before the file. A value that is not allowed ends nacd
before the first run, with one line and exit status 2. \`nacd.config.json\` may also have \`"command": ["npm", "test"]\`,
which is used if no command is given. This page is made from the tables in lib/options/program.js,
campaign.js, requests.js and model.js by \`node scripts/options-doc.js\`.
`;

function allowed(option) {
  if (option.type === 'flag') return 'yes or no (variable: 1, 0, true, false)';
  if (option.type === 'choice') return option.values.join(', ');
  if (option.min !== undefined) return `${option.min} to ${option.max}`;
  return { path: 'path', paths: 'paths', list: 'names' }[option.type] ?? option.argument ?? 'text';
}

function cell(text) {
  return String(text).replaceAll('|', '\\|');
}

function row(option) {
  const flag = option.short ? `\`${option.flag}\`, \`-${option.short}\`` : `\`${option.flag}\``;
  const standard = option.defaultText ?? option.default ?? (option.type === 'flag' ? 'no' : 'none');
  const cells = [flag, `\`${option.env}\``, `\`${option.key}\``, option.help, allowed(option), standard];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function table(options) {
  return ['| flag | variable | key | what | allowed | default |', '| --- | --- | --- | --- | --- | --- |', ...options.map(row)].join('\n');
}

function optionsDoc() {
  return `${HEAD}
## Of the addon
Also without the command line: \`NACD_SEED=7 node -r nacd-native app.js\`.

${table(OPTIONS)}

## Of the command line
${table(CAMPAIGN_OPTIONS)}

## Of nacd requests
${table(REQUEST_OPTIONS)}

## Of nacd model
${table(MODEL_OPTIONS)}
`;
}

if (require.main === module) fs.writeFileSync(FILE, optionsDoc());

module.exports = { optionsDoc, FILE };

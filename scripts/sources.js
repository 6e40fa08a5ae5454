'use strict';
// The addon is every .cc file under src, with one loop engine of several: a new file needs no entry anywhere.
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const ENGINES = 'src/loop';

function sourcesUnder(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesUnder(name);
    return name.endsWith('.cc') ? [name] : [];
  });
}

// Linux has an engine. A tree without its folder builds as on any other system.
const hasEngine = process.platform === 'linux' && fs.existsSync(path.join(root, ENGINES, 'linux'));
const leftOut = `${ENGINES}/${hasEngine ? 'none' : 'linux'}/`;

module.exports = sourcesUnder('src').filter((name) => !name.startsWith(leftOut)).sort();

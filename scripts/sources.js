'use strict';
// Lists the sources of the addon: every .cc file under src, with one of the loop engines. A new file needs no entry.
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

// Only Linux has an engine. Without the folder src/loop/linux the addon builds as on any other system.
const hasEngine = process.platform === 'linux' && fs.existsSync(path.join(root, ENGINES, 'linux'));
const leftOut = `${ENGINES}/${hasEngine ? 'none' : 'linux'}/`;

module.exports = sourcesUnder('src').filter((name) => !name.startsWith(leftOut)).sort();

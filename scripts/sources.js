'use strict';
// The addon is every .cc file under src: a new file needs no entry anywhere.
const fs = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');

function sourcesUnder(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourcesUnder(name);
    return name.endsWith('.cc') ? [name] : [];
  });
}

module.exports = sourcesUnder('src').sort();

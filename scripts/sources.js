'use strict';
// Lists the sources of the addon for a system: every .cc file under src, except those in the folders of other systems.
// A new file needs no entry.
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

// Only Linux has a loop engine. Without the folder src/loop/linux the addon builds as on any other system.
const hasEngine = (platform) => platform === 'linux' && fs.existsSync(path.join(root, 'src/loop/linux'));

// Returns the names of the folders whose files are of another system than `platform` (as in process.platform).
function foreignFolders(platform) {
  return ['src/loop/' + (hasEngine(platform) ? 'none' : 'linux'), platform === 'win32' ? 'posix' : 'windows'];
}

/** Returns the sources for `platform`, from the root, in order of their names. */
function sourcesFor(platform) {
  const foreign = foreignFolders(platform);
  return sourcesUnder('src').filter((name) => !foreign.some((folder) => `/${name}`.includes(`/${folder}/`))).sort();
}

module.exports = sourcesFor(process.platform);
module.exports.sourcesFor = sourcesFor;

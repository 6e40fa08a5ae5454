'use strict';
// Makes the error for a native part that does not load: what was found, what is needed, and the command that builds it.
const fs = require('node:fs');
const path = require('node:path');

function platformsWithBinary(root) {
  try {
    return fs.readdirSync(path.join(root, 'prebuilds')).sort().join(', ') || 'none';
  } catch {
    return 'none';
  }
}

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const buildCommand = (root) => `cd ${quote(root)} && npm install --include=dev && npm run build`;

function reason({ root, platform, failures }) {
  if (failures.length === 0) {
    const found = `no binary for ${platform} (found binaries for: ${platformsWithBinary(root)})`;
    return `${found}; to build one: ${buildCommand(root)}`;
  }
  const refused = failures.find(({ error }) => error.code === 'ERR_DLOPEN_DISABLED');
  const isAllowed = !process.permission || process.execArgv.includes('--allow-addons');
  if (refused && isAllowed) return '--no-addons keeps Node from loading nacd-native; run node without --no-addons';
  if (refused) return "Node's permission model refuses native addons; to allow them: node --permission --allow-addons";
  const { file, error } = failures.at(-1);
  const libc = process.report?.getReport().header.glibcVersionRuntime;
  const here = `${platform}, ${libc ? `glibc ${libc}` : 'no glibc'}, Node ${process.version}`;
  const found = `found ${path.relative(root, file)}, which does not load on ${here} (${error.message})`;
  return `${found}; to build one that does: ${buildCommand(root)}`;
}

/** Returns an Error whose message is one line. */
module.exports = function bindingError(facts) {
  const message = `nacd: ${reason(facts)}`.replace(/\s*\n\s*/g, ' ');
  const error = new Error(message, { cause: facts.failures.at(-1)?.error });
  error.code = 'ERR_NACD_BINARY';
  return error;
};

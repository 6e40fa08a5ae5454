'use strict';
// Makes the error for a native part that does not load: what was found, what is needed, and what to do.
const fs = require('node:fs');
const path = require('node:path');

function platformsWithBinary(root) {
  try {
    return fs.readdirSync(path.join(root, 'prebuilds')).sort().join(', ') || 'none';
  } catch {
    return 'none';
  }
}

const isWindows = process.platform === 'win32';
const quote = (text) => (isWindows ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`);
const change = isWindows ? 'cd /d' : 'cd';

// The binary of a system is built on that system or, for most, on Linux.
function remedy(root, platform) {
  if (process.platform === 'linux') return `${change} ${quote(root)} && npm install --include=dev && npm run build`;
  return `install nacd-native again, or copy prebuilds/${platform} from "npm run prebuilds ${platform}" on Linux x64 to ${path.join(root, 'prebuilds')}`;
}

// Systems without a binary of their own that run another's.
const INSTEAD = { 'win32-arm64': 'Node.js for x64, which Windows on arm64 runs' };

// As glibc and musl call it.
const OUT_OF_DESCRIPTORS = /(?:Too many open files|No file descriptors available)$/;

function reason({ root, platform, failures }) {
  if (failures.length === 0) {
    const found = `no binary for ${platform} (found binaries for: ${platformsWithBinary(root)})`;
    if (INSTEAD[platform]) return `${found}; use ${INSTEAD[platform]}`;
    return `${found}; to build one: ${remedy(root, platform)}`;
  }
  const refused = failures.find(({ error }) => error.code === 'ERR_DLOPEN_DISABLED');
  const isAllowed = !process.permission || process.execArgv.includes('--allow-addons');
  if (refused && isAllowed) return '--no-addons keeps Node from loading nacd-native; run node without --no-addons';
  if (refused) return "Node's permission model refuses native addons; to allow them: node --permission --allow-addons";
  const { file, error } = failures.at(-1);
  const [lack] = OUT_OF_DESCRIPTORS.exec(error.message) ?? [];
  if (lack) return `${path.relative(root, file)} does not load: ${lack}`;
  const found = `found ${path.relative(root, file)}, which does not load on ${here(platform)} (${error.message})`;
  return `${found}; to build one that does: ${remedy(root, platform)}`;
}

function here(platform) {
  const system = process.platform === 'linux' ? libc(platform) : require('node:os').release();
  return `${platform}, ${system}, Node ${process.version}`;
}

function libc(platform) {
  const glibc = process.report?.getReport().header.glibcVersionRuntime;
  if (glibc) return `glibc ${glibc} (needed: 2.28)`;
  return platform.endsWith('-musl') ? 'musl' : 'no glibc';
}

/** Returns an Error whose message is one line. */
module.exports = function bindingError(facts) {
  const message = `nacd: ${reason(facts)}`.replace(/\s*\n\s*/g, ' ');
  const error = new Error(message, { cause: facts.failures.at(-1)?.error });
  error.code = 'ERR_NACD_BINARY';
  return error;
};

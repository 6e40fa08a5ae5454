'use strict';
// Says what a machine runs. A campaign's runs are comparable only if its machines agree on that.
const { execFileSync } = require('node:child_process');
const crypto = require('node:crypto');
const path = require('node:path');

const { version } = require('../../package.json');
const { wordsWithoutSecrets } = require('../shown/secrets.js');

const MOST_BYTES = 256 * 1024 * 1024; // of the uncommitted changes
const LIMIT_MS = 30_000;

function git(cwd, ...args) {
  try {
    const options = { cwd, encoding: 'utf8', maxBuffer: MOST_BYTES, timeout: LIMIT_MS, stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', args, options).trim();
  } catch {
    return undefined; // no git here, or no repository
  }
}

// Returns the commit in `cwd`, with a digest of uncommitted changes to its files. The results folder may be committed.
function gitCommitOf({ cwd, out }) {
  const commit = git(cwd, 'rev-parse', 'HEAD');
  if (commit === undefined) return 'none';
  const inside = path.relative(git(cwd, 'rev-parse', '--show-toplevel') ?? cwd, out);
  const spared = inside.startsWith('..') || path.isAbsolute(inside) ? [] : [`:(top,exclude,literal)${inside}`];
  const changes = git(cwd, 'diff', '--no-ext-diff', '--no-color', 'HEAD', '--', ':(top)', ...spared);
  if (changes === '') return commit;
  return `${commit}+${crypto.createHash('sha256').update(changes ?? '').digest('hex').slice(0, 12)}`;
}

/** Returns the version of the program that the context of a verb is about: --commit, or what git says. */
function commitOf({ values, ...context }) {
  return values.commit ?? gitCommitOf(context);
}

/**
 * Returns {tool, node, platform, commit, command} of this machine, for the context of a verb. It goes to Redis, so the
 * command has no secrets: machines may have passwords of their own.
 */
function identityOf({ command, ...context }) {
  return {
    tool: version,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    commit: commitOf(context),
    command: command && wordsWithoutSecrets(command),
  };
}

/** Returns [{key, ours, theirs}] where two identities differ. */
function differences(ours, theirs) {
  const text = (value) => (Array.isArray(value) ? JSON.stringify(value) : String(value));
  return ['tool', 'node', 'platform', 'commit', 'command'].filter((key) => text(ours[key]) !== text(theirs[key]))
    .map((key) => ({ key, ours: ours[key], theirs: theirs[key] }));
}

module.exports = { commitOf, differences, identityOf };

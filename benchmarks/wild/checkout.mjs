// Brings a project's sources to its commit, and installs what it needs.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

// A project's own scripts may wait for a terminal or take very long.
const LIMIT = 15 * 60_000;

/** Returns {} or {failed}: one line that says which step failed. A step that was done before is not done again. */
export function checkout(project, folder, { from }) {
  const done = path.join(folder, '.nacd-wild-installed');
  const wanted = JSON.stringify([project.commit, project.install, project.prepare]);
  if (fs.existsSync(done) && fs.readFileSync(done, 'utf8') === wanted) return {};
  fs.rmSync(folder, { recursive: true, force: true });
  const commands = [
    ['git', 'clone', '--quiet', '--no-checkout', origin(project, from), folder],
    ['git', '-C', folder, 'checkout', '--quiet', '--detach', project.commit],
  ];
  for (const command of commands) {
    const failed = attempt(command, {});
    if (failed) return { failed };
  }
  for (const line of [project.install ?? 'npm install --no-audit --no-fund --loglevel=error', ...(project.prepare ?? [])]) {
    const failed = attempt(['sh', '-c', line], { cwd: folder, env: { ...process.env, HUSKY: '0', CI: 'true' } });
    if (failed) return { failed };
  }
  fs.writeFileSync(done, wanted);
  return {};
}

function origin({ repository }, from) {
  if (from === undefined) return `https://github.com/${repository}.git`;
  const [owner, name] = repository.split('/');
  const places = [name, `${owner}/${name}`, `${owner}+${name}/repo/.git`, `${owner}+${name}/repo`];
  const place = places.map((place) => path.resolve(from, place)).find((folder) => fs.existsSync(folder));
  return place ?? path.resolve(from, owner, name);
}

// Returns undefined, or one line that says what failed.
function attempt([file, ...args], options) {
  const { status, signal, stderr, stdout } = spawnSync(file, args, {
    ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT, maxBuffer: 64 << 20,
  });
  if (status === 0) return undefined;
  const said = (stderr || stdout || '').trim().split('\n').slice(-1)[0];
  return `${[file, ...args].join(' ')}: ${signal ?? `status ${status}`}: ${said}`;
}

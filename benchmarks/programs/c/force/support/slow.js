'use strict';
// A force program runs the racy program of the same name with one slow side. It is preloaded into that program, its
// children and its threads (NODE_OPTIONS), and makes some calls begin later or some completions and events come later.
const fs = require('fs');
const path = require('path');
const { spawnSync } = require('child_process');

module.exports = function force(file, slow) {
  if (!process.env.FORCED) {
    const name = path.basename(file, '.js');
    const folder = path.join(path.dirname(file), '..', 'racy');
    const racy = ['.js', '.mjs'].map((ext) => path.join(folder, name + ext)).find((each) => fs.existsSync(each));
    const env = { ...process.env, FORCED: '1', NODE_OPTIONS: `-r ${file}` };
    const { status, signal } = spawnSync(process.execPath, [racy], { env, stdio: 'inherit' });
    process.exit(signal ? 128 : status);
  }
  slow({ late, start, lateAsync, startAsync, lateEvent, latePush });
  require('module').syncBuiltinESMExports();
};

// the callback of the call comes ms later
function late(object, name, when, ms) {
  const original = object[name];
  object[name] = function (...args) {
    if (typeof args.at(-1) === 'function' && when(args, this)) {
      const callback = args.at(-1);
      args[args.length - 1] = (...results) => setTimeout(() => callback(...results), ms);
    }
    return original.apply(this, args);
  };
}

// the call begins ms later
function start(object, name, when, ms) {
  const original = object[name];
  object[name] = function (...args) {
    if (!when(args, this)) return original.apply(this, args);
    setTimeout(() => original.apply(this, args), ms);
  };
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function lateAsync(object, name, when, ms) {
  const original = object[name];
  object[name] = async function (...args) {
    const slow = when(args, this);
    const result = await original.apply(this, args);
    if (slow) await sleep(ms);
    return result;
  };
}

function startAsync(object, name, when, ms) {
  const original = object[name];
  object[name] = async function (...args) {
    if (when(args, this)) await sleep(ms);
    return original.apply(this, args);
  };
}

// the event of the emitter comes ms later
function lateEvent(prototype, event, when, ms) {
  const original = prototype.emit;
  prototype.emit = function (name, ...args) {
    if (name !== event || !when(args, this)) return original.call(this, name, ...args);
    setTimeout(() => original.call(this, name, ...args), ms);
    return true;
  };
}

// what a socket has received comes ms later, in its order
function latePush(prototype, when, ms) {
  const original = prototype.push;
  prototype.push = function (...args) {
    if (!this.slow && !when(args, this)) return original.apply(this, args);
    this.slow = true;
    setTimeout(() => original.apply(this, args), ms);
    return true;
  };
}

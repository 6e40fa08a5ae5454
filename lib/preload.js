'use strict';
// The package's main: `node -r nacd-native app.js`. Installs the hooks in this environment (the main thread or a
// worker), once, before the program starts.

// For programs that make campaigns: import { run, minimize } from 'nacd-native'.
exports.run = (options) => require('./remote.js').remote('run', options);
exports.minimize = (options) => require('./remote.js').remote('minimize', options);

const INSTALLED = Symbol.for('nacd-native.installed');

function mark() {
  Object.defineProperty(process, INSTALLED, { value: true, enumerable: false });
}

// Where the permission model does not let our files be read, even the check of the options can't be loaded.
function isUnreadable() {
  const { permission, env } = process;
  if (!permission || permission.has('fs.read', `${__dirname}/install.js`)) return false;
  if (env.NACD_PARENT || (env.NACD_MODE === 'never' && !env.NACD_TRACE)) return true; // then nothing is delayed anyway
  const allow = `--allow-fs-read='${__dirname.replace(/lib$/, '')}*' --allow-addons`;
  process._rawDebug(`nacd: Node's permission model refuses nacd-native's files; to allow them: node --permission ${allow}`);
  return process.exit(2);
}

if (!process[INSTALLED] && !isUnreadable()) {
  mark();
  const { own, newCode } = require('./own-modules.js');
  let keepAgain;
  own('./install.js').install(() => keepAgain?.());
  const code = newCode();
  if (code) {
    own('./glue.js'); // what the first hooked module needs is there in the next process, too
    const { keepCode } = own('./own-code.js');
    keepCode(code);
    keepAgain = () => keepCode(code); // much of it V8 compiles when it first runs: when a module is hooked
  }
  delete require.cache[require.resolve('./own-modules.js')];
  delete require.cache[__filename];
  /(?:)/.exec(''); // RegExp.$_ and its like are as in a new process
}

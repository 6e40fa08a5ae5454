// The first job is slow in writing its pid.
const fs = require('fs');
if (process.env.FORCE_CHILD) {
  const open = fs.promises.open;
  fs.promises.open = async (...args) => {
    const fh = await open(...args);
    const writeFile = fh.writeFile;
    fh.writeFile = async (...a) => { await new Promise((r) => setTimeout(r, 1000)); return writeFile.apply(fh, a); };
    return fh;
  };
} else {
  process.env.FORCE_CHILD = '1';
  process.env.NODE_OPTIONS = `-r ${__filename}`;
  require('../racy/10-lock-file-pid.js');
}

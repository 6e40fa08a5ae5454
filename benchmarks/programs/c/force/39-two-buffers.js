'use strict';
// Slow disk: the first writing of a block begins late.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ startAsync }) => {
  const { open } = fs.promises;
  let count = 0;
  fs.promises.open = async (...args) => {
    const handle = await open(...args);
    startAsync(handle, 'write', () => ++count === 1, 4000);
    return handle;
  };
});

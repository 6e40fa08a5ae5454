'use strict';
// Slow disk: the first reading of a row.
const fs = require('fs');
require('./support/slow.js')(__filename, ({ lateAsync }) => {
  let count = 0;
  const { open } = fs.promises;
  fs.promises.open = async (...args) => {
    const handle = await open(...args);
    lateAsync(handle, 'read', () => ++count === 1, 450);
    return handle;
  };
});

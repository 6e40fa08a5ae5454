// A busy pool thread finishes the compression late. (The thread runs this file first.)
const threads = require('worker_threads');
if (threads.isMainThread) {
  threads.Worker = class extends threads.Worker {
    constructor(file, options) { super(file, { ...options, execArgv: ['-r', __filename] }); }
  };
  require('../racy/22-worker-fifo.js');
} else {
  const zlib = require('zlib');
  const deflate = zlib.deflate;
  zlib.deflate = (text, cb) => deflate(text, (...r) => setTimeout(cb, 4000, ...r));
}

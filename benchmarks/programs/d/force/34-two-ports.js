// The port of the data is slow.
const { MessagePort } = require('worker_threads');
const postMessage = MessagePort.prototype.postMessage;
MessagePort.prototype.postMessage = function (...args) {
  if (!(args[0] instanceof Uint8Array)) return postMessage.apply(this, args);
  setTimeout(() => postMessage.apply(this, args), 1500);
};
require('../racy/34-two-ports.js');

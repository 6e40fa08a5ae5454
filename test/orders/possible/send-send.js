'use strict';
// What two connections carry to a server in another process, written in one turn.
const { order } = require('../order.js');
const { otherProcess } = require('../server.js');

const saw = order('subscribe', 'publish');
otherProcess(({ connect, end }) => connect((one) => connect((other) => {
  one.write('subscribe\n');
  other.write('publish\n');
  setTimeout(() => {
    one.destroy();
    other.destroy();
    end((lines) => lines.forEach(saw));
  }, 700);
})));

'use strict';
// What one connection carries to another process keeps its order, and arrives as a whole: also what is written right
// before the connection ends.
const { order } = require('../order.js');
const { otherProcess } = require('../server.js');

const saw = order('a', 'b', 'c', 'd');
otherProcess(({ connect, end }) => connect((one) => connect((other) => {
  for (const text of ['a', 'b', 'c']) one.write(`${text}\n`);
  one.end('d\n');
  one.resume().on('close', () => {
    other.destroy();
    end((lines) => lines.forEach(saw));
  });
})));

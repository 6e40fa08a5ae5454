'use strict';
// Two forked children work for one queue. The second one is asked later than the first, and answers later unless the
// first has hardly begun by then: all that it does comes late, its start included.
const { fork } = require('node:child_process');
const fs = require('node:fs');

const { order, newPath, whenSlow } = require('../order.js');

const saw = order('first', 'second');
const script = newPath('child.js');
fs.writeFileSync(script, `
  const answer = () => process.on('message', (name) => process.send(name, () => process.disconnect()));
  setTimeout(answer, Number(process.argv[2]));
`);
const [first, second] = [whenSlow(900), 0].map((ms) => fork(script, [ms]).on('message', saw));
first.send('first');
setTimeout(() => second.send('second'), 400);

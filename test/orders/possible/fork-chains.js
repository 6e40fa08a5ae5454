'use strict';
// Two children that answer step by step: when the first has done all of its steps, the other is nearly done as well.
const { fork } = require('node:child_process');
const fs = require('node:fs');

const { order, newPath, whenSlow } = require('../order.js');

const STEPS = 6;
const saw = order('near');
const script = newPath('child.js');
fs.writeFileSync(script, `
  let step = 0;
  process.on('message', (more) => more ? setTimeout(() => process.send(++step), Number(process.argv[2])) : process.disconnect());
  process.send(step);
`);
const steps = [];
const children = [20, 20 + whenSlow(100)].map((ms, at) => fork(script, [ms]).on('message', (step) => {
  steps[at] = step;
  const all = step > 0 || steps.filter((known) => known === 0).length < 2 ? [] : children;
  for (const child of step > 0 ? [children[at]] : all) child.send(step < STEPS);
  if (step === STEPS && Math.max(...steps) === step && !saw.ended) {
    saw.ended = true;
    saw(Math.min(...steps) >= STEPS / 2 ? 'near' : 'far');
  }
}));

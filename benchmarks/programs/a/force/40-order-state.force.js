require('./_f.cjs');
// Moves an order through its states; each step reads the order's file, changes it and writes it.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(fs, 'writeFile', { nth: 4, before: 130 });

const file = path.join(os.tmpdir(), `order-${process.pid}-${Date.now()}.json`);
process.on('exit', () => require('fs').rmSync(file, { force: true }));

async function change(fn) {
  const order = JSON.parse(await fs.readFile(file, 'utf8'));
  const before = order.state;
  fn(order);
  if (order.state === before && !order.cancelled) return order;
  await fs.writeFile(file + '.tmp' + order.state, JSON.stringify(order));
  await fs.rename(file + '.tmp' + order.state, file);
  return order;
}

const STATES = ['new', 'paid', 'packed', 'sent'];

async function advance() {
  for (let i = 1; i < STATES.length; i++) {
    await change((order) => {
      if (!order.cancelled) order.state = STATES[i];
    });
  }
}

async function cancel() {
  let refused = false;
  await change((order) => {
    if (order.state === 'sent') refused = true;
    else order.cancelled = true;
  });
  return refused ? 'refused' : 'cancelled';
}

(async () => {
  await fs.writeFile(file, JSON.stringify({ state: 'new' }));
  const moving = advance();
  await new Promise((r) => setTimeout(r, 60)); // the customer changes his mind
  const answer = await cancel();
  await moving;
  const order = JSON.parse(await fs.readFile(file, 'utf8'));
  if (answer === 'cancelled') assert.ok(order.cancelled, 'cancelled order was sent');
  else assert.strictEqual(order.state, 'sent');
})();

// Checks that the trace records what a program sends on connections within the machine, and which ends belong together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

test('the trace says when something was sent on a connection within the process', async () => {
  const { code, events } = await run(fixture('sends.js'), { env: { NACD_MODE: 'never' } });
  assert.equal(code, 0);
  const [{ name: inside }] = events.filter(({ type, name }) => type === 'connect' && !/(?:pipe|child)#/.test(name));
  const own = events.filter(({ type, name, phase }) => (
    ['connect', 'sent', 'run'].includes(type) && ['descriptor', 'worker'].includes(phase)
    && (name.startsWith(inside) || /\/fs\.read#1/.test(name))));
  const order = own.map(({ type, name }) => `${type} ${name.startsWith(inside) ? name.replace(inside, 'client') : 'file'}`);
  assert.equal(order[0], 'connect client');
  const at = (text, from = 0) => {
    const found = order.indexOf(text, from);
    assert.ok(found >= 0, `${text} after ${from} in ${order.join(', ')}`);
    return found;
  };
  const question = at('sent client', at('run client/ready#1'));
  const heard = at('run client/accepted/ready#1', question);
  const answer = at('sent client/accepted', heard);
  const answered = at('run client/ready#2', answer);
  const more = at('sent client', at('run file', answered));
  at('run client/accepted/ready#2', more);
  assert.equal(order.slice(0, more).filter((text) => text === 'sent client').length, 1, 'once for each write');
});

test('both ends of a connection between two processes have one link, and so have the ends of a pair', async () => {
  const { code, traces } = await run(fixture('links.js'), { env: { NACD_MODE: 'never' } });
  assert.equal(code, 0);
  const [parent, child] = ['0', '0.1'].map((place) => traces.find(([header]) => header.place === place));
  const find = (events, type, name) => {
    const found = events.find((one) => one.type === type && name.test(one.name));
    assert.ok(found, `${type} ${name}`);
    return found;
  };
  const connected = find(parent, 'connect', /\/connect#1$/);
  assert.match(connected.link, /^4:\d+>\d+$/);
  assert.equal(find(child, 'accepted', /^listen#1\/accepted#1$/).link, connected.link);
  find(parent, 'sent', /\/connect#1$/);
  find(child, 'sent', /^listen#1\/accepted#1$/);
  find(parent, 'connect', /\/child#1$/); // when it was started
  const pair = find(parent, 'connect', /\/pipe#1$/);
  assert.match(pair.link, /^unix:\d+$/);
  assert.equal(find(child, 'connect', /^pipe#1$/).link, pair.link);
  find(child, 'sent', new RegExp(`^${pair.link}$`));
  find(parent, 'sent', /\/pipe#1$/);
  const began = child[0].clock - parent[0].clock;
  assert.ok(began > 0 && began < connected.t, `the child began ${began} ms after its parent`);
});

test('what handlers of signals write is not traced: they do so in the midst of other lines', async () => {
  const { code, events } = await run(fixture('signals.js'), { env: { NACD_MODE: 'never' } }); // it has 2000 signals
  assert.equal(code, 0);
  const sent = events.filter(({ type }) => type === 'sent');
  assert.ok(sent.length < 200, `${sent.length} lines`);
});

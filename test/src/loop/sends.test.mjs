// Checks that the trace records what a program sends on connections within the process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

test('the trace says when something was sent on a connection within the process, and only there', async () => {
  const { code, events } = await run(fixture('sends.js'), { env: { NACD_MODE: 'never' } });
  assert.equal(code, 0);
  const connects = events.filter(({ type }) => type === 'connect');
  assert.equal(connects.length, 1, 'not of the connection to the child');
  const [{ name: inside }] = connects;
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
  const others = events.filter(({ type, name }) => type === 'sent' && /(?:^|\/)(?:pipe|end)#[0-9]+$/.test(name));
  assert.deepEqual(others, [], 'nor of pipes: handlers of signals write to some, in the midst of another line');
});

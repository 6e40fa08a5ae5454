'use strict';
// Lists of Redis are queues where a program pops elements in a loop. An element stays as it is: the flow goes along
// beside Redis (../pushes.js).

const { asks, consumes, send } = require('../messages.js');
const { popped, pushed } = require('../pushes.js');

const ADDS = new Set(['LPUSH', 'RPUSH']);

const only = ([key]) => [key];
const allButLast = (values) => values.slice(0, -1);
const counted = (values, at) => values.slice(at + 1, at + 1 + Number(values[at]));

// The lists that a command takes elements from, by its arguments.
const LISTS = new Map(Object.entries({
  LPOP: only, RPOP: only, RPOPLPUSH: only, BRPOPLPUSH: only, LMOVE: only, BLMOVE: only, BLPOP: allButLast,
  BRPOP: allButLast, LMPOP: (values) => counted(values, 0), BLMPOP: (values) => counted(values, 1),
}));

// Their answer tells the list before the elements.
const NAMED = new Set(['BLPOP', 'BRPOP', 'LMPOP', 'BLMPOP']);

const ofList = (key) => `list ${key}`;

/** Returns a function that is to be called when a command leaves that adds elements, or undefined for another one. */
function leaving({ statement, values }) {
  if (!ADDS.has(statement)) return undefined;
  const [key, ...elements] = values;
  return () => {
    for (const element of elements) {
      const message = send(ofList(key));
      if (message !== undefined) pushed(key, element, message.text);
    }
  };
}

/** Returns whether a command takes elements. */
const takesElements = (statement) => LISTS.has(statement);

/** Takes that the program sends such a command. Returns a function that takes the answer, before the program. */
function asksForElements(statement, values) {
  const lists = LISTS.get(statement)(values);
  for (const list of lists) consumes('redis', list);
  const take = asks();
  return (reply) => {
    if (reply === null || reply === undefined) return;
    const [key, found] = NAMED.has(statement) ? reply : [lists[0], reply];
    const name = String(key);
    const messages = [found].flat().map((element) => ({ queue: ofList(name), text: popped(name, element), via: 'redis', name }));
    take(messages.filter(({ text }) => text !== undefined));
  };
}

module.exports = { asksForElements, leaving, takesElements };

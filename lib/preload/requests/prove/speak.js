'use strict';
// Speaks in lines of JSON over a connection of this machine.

// Undefined: a line of somebody else, who looks at all ports of the machine.
function objectOf(line) {
  try {
    return Object(JSON.parse(line));
  } catch {
    return undefined;
  }
}

// JSON has no text for these, which a driver takes as values.
const plain = (key, value) => (typeof value === 'bigint' ? String(value) : value);

/** Calls onObject with each line of JSON on a connection. Returns a function that sends an object. */
function speak(socket, onObject) {
  let rest = '';
  socket.setNoDelay(true); // else a line waits 40 ms for the other side to acknowledge the one before
  socket.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const object of lines.map(objectOf)) {
      if (object) onObject(object);
      else socket.destroy();
    }
  });
  socket.on('error', () => {});
  return (object) => socket.write(`${JSON.stringify(object, plain)}\n`);
}

module.exports = { speak };

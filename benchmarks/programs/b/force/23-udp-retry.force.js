require('./_f.cjs');
// A vote counter over UDP. Datagrams can get lost, so the client repeats a request without an answer.
const dgram = require('dgram');
const fs = require('fs');
const assert = require('assert');
/* force */ __late(fs, 'stat', { nth: 1, before: 600 });

const votes = { yes: 0, no: 0 };
const server = dgram.createSocket('udp4', (request, from) => {
  const choice = request.toString();
  fs.stat(__filename, (err) => {
    if (err || !(choice in votes)) return;
    votes[choice]++;
    server.send('counted', from.port, from.address);
  });
});

function vote(choice, done) {
  const socket = dgram.createSocket('udp4');
  const send = () => socket.send(choice, server.address().port, '127.0.0.1');
  const repeat = setInterval(send, 350);
  socket.on('message', () => {
    clearInterval(repeat);
    socket.close();
    done();
  });
  send();
}

server.bind(0, '127.0.0.1', () => {
  vote('yes', () => {
    vote('no', () => {
      setTimeout(() => {
        server.close();
        assert.deepStrictEqual(votes, { yes: 1, no: 1 });
      }, 150);
    });
  });
});

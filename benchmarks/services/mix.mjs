// The requests of the shop whose cost is measured, and clients that send them one after the other.
import http from 'node:http';

const CLIENTS = 4;
const post = (target, body) => ({ method: 'POST', target, body: JSON.stringify(body) });
const MIX = [
  post('/deposit', { account: 'ann', amount: 5 }), post('/preserve', { train: 'G8', user: 'ann' }),
  post('/address', { order: 2, address: 'new' }), post('/posts', { user: 'ann', text: 'new' }),
  post('/reviews', { movie: 'alien', grade: 3 }), { method: 'GET', target: '/pages/alien' },
];

/** The services that these requests need, besides the gateway. */
export const SERVICES = ['stock', 'orders', 'payment', 'accounts', 'users', 'timeline', 'movies'];

function ask(agent, port, { method, target, body }) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, port, host: '127.0.0.1', method, path: target, headers }, (response) => {
      response.resume().on('end', resolve);
    });
    request.on('error', reject).end(body);
  });
}

const makeAgent = () => new http.Agent({ keepAlive: true, maxSockets: CLIENTS });

/** Sends `count` requests to the gateway at `port`. */
export async function load(port, count) {
  const agent = makeAgent();
  let next = 0;
  const client = async () => {
    while (next < count) await ask(agent, port, MIX[next++ % MIX.length]);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
}

/** Resolves to whether the gateway at `port` answers. */
export async function answers(port) {
  const agent = makeAgent();
  try {
    await ask(agent, port, MIX.at(-1));
    return true;
  } catch {
    return false;
  } finally {
    agent.destroy();
  }
}

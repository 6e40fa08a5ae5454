// The load on the server that is measured: four clients, one request after the other.
import http from 'node:http';

const CLIENTS = 4;
const ROWS = 100;

function post(agent, port, id) {
  const body = JSON.stringify({ by: 1 });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const to = { agent, port, host: '127.0.0.1', method: 'POST', path: `/items/${id}`, headers };
    const request = http.request(to, (response) => response.resume().on('end', resolve));
    request.on('error', reject).end(body);
  });
}

/** Sends `count` requests. Each call has its own connections: the server ends those that do nothing for long. */
export async function send(port, count) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  let next = 0;
  const client = async () => {
    while (next < count) await post(agent, port, (next++ % ROWS) + 1);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
}

// How the benches call a server: over connections that stay open, some calls in flight at a time.
import { Agent, request } from 'node:http';

const IN_FLIGHT = 8;

/** @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string }} Call */

const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });

/** Servers close connections that are idle for seconds; call this before such a pause. */
export const closeConnections = () => agent.destroy();

/** @param {number} port @param {Call} call @returns {Promise<{ status: number, body: string, etag: string }>} */
export function send(port, { method, path, headers = {}, body }) {
  return new Promise((done, fail) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => (text += part));
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, body: text, etag: answer.headers.etag ?? '' }),
      );
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

/**
 * Sends calls, `IN_FLIGHT` at a time.
 *
 * @param {number} port @param {(number: number) => Call} callOf gets the numbers from `first`
 * @param {number} first @param {number} times @param {readonly number[]} statuses of all responses
 */
export async function sendAll(port, callOf, first, times, statuses) {
  let next = first;
  const worker = async () => {
    while (next < first + times) {
      const call = callOf(next++);
      const answer = await send(port, call);
      if (!statuses.includes(answer.status)) {
        throw new Error(`${call.method} ${call.path}: ${answer.status} ${answer.body}`);
      }
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

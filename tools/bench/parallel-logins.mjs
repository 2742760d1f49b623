// How long the event loop of a server is blocked while fans log in, by the server's own metric.
import { setTimeout as delay } from 'node:timers/promises';

import { send } from './http.mjs';

const PARALLEL = 4;
const SECONDS = 10;
/** The metric contains the interval of its own timer. */
const RESOLUTION_MS = 10;
const MS_A_SECOND = 1_000;

/** Returns the longest block since the last call, in milliseconds. @param {number} port */
async function readLongestBlock(port) {
  const { body } = await send(port, { method: 'GET', path: '/api/metrics' });
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(body) ?? [];
  if (seconds === undefined) throw new Error('The metrics lack the delay of the event loop');
  return Math.max(0, Number(seconds) * MS_A_SECOND - RESOLUTION_MS);
}

/**
 * Returns the longest block of the event loop in milliseconds: without requests, and while some
 * fans log in all the time.
 *
 * @param {number} port @param {import('./http.mjs').Call} login
 */
export async function blockedByLogins(port, login) {
  await readLongestBlock(port);
  await delay(SECONDS * MS_A_SECOND);
  const aloneMs = await readLongestBlock(port);
  const endsAt = performance.now() + SECONDS * MS_A_SECOND;
  const logIn = async () => {
    while (performance.now() < endsAt) {
      const { status, body } = await send(port, login);
      if (status !== 200) throw new Error(`Login: ${status} ${body}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, logIn));
  return { aloneMs, blockedMs: await readLongestBlock(port) };
}

// What a call costs the database, by its profiler.
import { setTimeout as delay } from 'node:timers/promises';

import { send } from './http.mjs';

/** Not part of a call's cost: the session's row, limits, timers, and what is written after the response. */
const APART = [
  'account_removals',
  'bulk_acts',
  'deleted_posts',
  'football_snapshots',
  'leases',
  'limit_counters',
  'media_files',
  'moderated_posts',
  'notification_fanouts',
  'notifications',
  'sessions',
  'stuck_items',
];
const PROFILE_BYTES = 32 * 1024 * 1024;
/** A timer may run during one of them. */
const TIMES = 3;
/** Writes after the response of the call before have ended by then. */
const SETTLE_MS = 500;

/** @typedef {import('./http.mjs').Call} Call */

/**
 * Returns how many documents and keys some calls together examine: the least of several times.
 *
 * @param {import('mongoose').mongo.Db} db of the server, which nobody else calls
 * @param {number} port
 * @param {(time: number) => readonly Call[]} callsOf the calls of each time; writes need other targets
 * @param {(time: number) => readonly Call[]} [warmUp] calls whose caches the measured ones use
 */
export async function countExamined(db, port, callsOf, warmUp = () => []) {
  /** @type {number[]} */
  const sums = [];
  for (let time = 0; time < TIMES; time += 1) {
    for (const call of warmUp(time)) await sendOk(port, call);
    await delay(SETTLE_MS);
    sums.push(await profile(db, port, callsOf(time)));
  }
  return Math.min(...sums);
}

/**
 * @param {import('mongoose').mongo.Db} db @param {number} port @param {readonly Call[]} calls
 * @throws an error that names a collection which a call scans
 */
async function profile(db, port, calls) {
  await db.command({ profile: 0 });
  await db.collection('system.profile').drop();
  // By default 1 MB, which a few queries with hundreds of ranges fill.
  await db.createCollection('system.profile', { capped: true, size: PROFILE_BYTES });
  await db.command({ profile: 2 });
  for (const call of calls) await sendOk(port, call);
  await db.command({ profile: 0 });
  let sum = 0;
  for (const operation of await db.collection('system.profile').find().toArray()) {
    const collection = String(operation['ns']).split('.').slice(1).join('.');
    if (APART.includes(collection) || collection.startsWith('system')) continue;
    if (String(operation['planSummary']).includes('COLLSCAN')) {
      throw new Error(`${calls[0]?.method} ${calls[0]?.path} scans ${collection}`);
    }
    sum += Number(operation['docsExamined'] ?? 0) + Number(operation['keysExamined'] ?? 0);
  }
  return sum;
}

/** @param {number} port @param {Call} call */
async function sendOk(port, call) {
  const { status, body } = await send(port, call);
  if (status >= 300) throw new Error(`${call.method} ${call.path}: ${status} ${body}`);
}

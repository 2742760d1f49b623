// Usage: npm run bench:load [-- requests per second that the server can serve, 200 by default]
//
// Sends mixed requests (two thirds reads) from a separate process: at a steady rate to warm up, at
// the steady rate, at five times that rate, and at the steady rate again, each for 20 s. Reports
// how many were answered, refused, cut or timed out, with durations, and compares the likes at the
// end with a ledger of acknowledged ones. Fails if a bar of SECURITY-BAR §7 is missed: a refusal
// takes at most 100 ms (99 of 100), an admitted request is answered within 2 s, sign-in and health
// are answered, no connection is cut, and 2 s after the overload nothing is refused.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';

import { mongo } from 'mongoose';

import { fill } from './data.mjs';
import { KICKOFF, launch, withDatabase } from './server.mjs';

// Below the ephemeral ports of outgoing connections.
const PORT = 18_413;
const POSTS = 2_000;
const PHASE_S = 20;
const BARS = { refusalMs: 100, answerMs: 2_000, recoveryS: 2 };

const rate = Number(process.argv[2] ?? 200);
if (!Number.isInteger(rate) || rate < 10) {
  process.stderr.write('Usage: npm run bench:load [-- requests a second, from 10]\n');
  process.exit(2);
}

/** @typedef {import('./load-client.mjs').Phase} Phase */

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** @param {number[]} values */
const spread = (values) =>
  `p50 ${quantile(values, 0.5).toFixed(0)}, p99 ${quantile(values, 0.99).toFixed(0)}, max ${Math.max(0, ...values).toFixed(0)} ms`;

/** @param {string} title @param {Phase} phase */
function report(title, { answered, refused, probes, cut, gaveUp, faults, refusedAfter }) {
  process.stdout.write(
    `${title}\n` +
      `  answered ${answered.length} (${spread(answered)}), refused ${refused.length} (${spread(refused)})\n` +
      `  sign-in, health: ${probes.length} (${spread(probes)}); cut ${cut}, given up ${gaveUp}, other ${JSON.stringify(faults)}\n` +
      `  last refusal ${refusedAfter.toFixed(1)} s after the phase began\n`,
  );
}

/** @param {string} uri @param {Phase['ledger']} ledger */
async function wrongLikes(uri, ledger) {
  const client = await mongo.MongoClient.connect(uri);
  try {
    const likes = client.db().collection('post_likes');
    let wrong = 0;
    for (const { postId, fanId, liked } of ledger) {
      const row = await likes.findOne({
        postId: new mongo.ObjectId(postId),
        userId: new mongo.ObjectId(fanId),
      });
      if ((row !== null) !== liked) wrong += 1;
    }
    return wrong;
  } finally {
    await client.close();
  }
}

await withDatabase(async ({ uri, folder }) => {
  const server = await launch(KICKOFF, PORT, {
    MONGODB_URI: uri,
    JWT_FAN_SECRET: randomBytes(32).toString('hex'),
    JWT_ADMIN_SECRET: randomBytes(32).toString('hex'),
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'warn',
    DEMO: 'off',
    KICKOFF_DATA: join(folder, 'data'),
  });
  const client = await mongo.MongoClient.connect(uri);
  const { postIds: ids } = await fill(client.db(), POSTS);
  await client.close();
  const sender = fork(new URL('load-client.mjs', import.meta.url));
  try {
    sender.send({ port: PORT, ids, seconds: PHASE_S, rates: [rate, rate, 5 * rate, rate] });
    const [phases] = /** @type {[Phase[]]} */ (await once(sender, 'message'));
    const titles = [
      'Warm-up',
      `Steady, ${rate}/s`,
      `Overload, ${5 * rate}/s`,
      `Steady again, ${rate}/s`,
    ];
    phases.forEach((phase, at) => report(titles[at] ?? '', phase));
    const [warmUp, steady, over, after] = phases;
    if (!warmUp || !steady || !over || !after) throw new Error('A phase is missing');
    const wrong = await wrongLikes(uri, after.ledger);
    const missed = [
      steady.refused.length > 0 && 'a steady request was refused',
      quantile(over.refused, 0.99) > BARS.refusalMs && 'a refusal took too long',
      Math.max(...over.answered) > BARS.answerMs && 'an answer took too long',
      [steady, over, after].some(({ cut, gaveUp }) => cut + gaveUp > 0) &&
        'a request was cut or given up',
      [steady, over, after].some(({ faults }) => Object.keys(faults).length > 0) &&
        'a request failed',
      after.refusedAfter > BARS.recoveryS && 'the server did not recover in time',
      wrong > 0 && `${wrong} likes differ from the ledger`,
    ].filter((fault) => fault !== false);
    process.stdout.write(
      `likes in the ledger ${after.ledger.length}, wrong ${wrong}\n` +
        (missed.length === 0 ? 'All bars are met.\n' : `Missed: ${missed.join('; ')}\n`),
    );
    process.exitCode = missed.length === 0 ? 0 : 1;
  } finally {
    sender.kill();
    await server.stop();
  }
});

// Usage: npm run bench:scale [-- numbers of fans and of posts, 1000 100000 1000000 by default] [--requests 300] [--write]
//
// Compares the cost of calls at several numbers of fans and posts, each in a database of its own: the
// processor time and the documents and keys that a call examines. At the largest one it compares the
// feed of a fan who follows many with that of a fan who follows few, and the post of a fan that all
// follow with that of a fan without followers, and measures the time of a start. Prints each figure
// with its bar and verdict. `--write` writes docs/SCALE.md; `--requests 100` measures shorter slices, for
// a machine that others use. Needs 10 GB in TMPDIR for a million. Linux
// only.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { mongo } from 'mongoose';

import { build } from '../start/build.mjs';
import { aFan, anAdmin } from './callers.mjs';
import { callsOf } from './calls.mjs';
import { countExamined } from './examined.mjs';
import { closeConnections, send } from './http.mjs';
import { creationTimes, fanIdAt, fillWithFans, postIdAt } from './many-fans.mjs';
import { readOthers, shareOfOthers } from './processor.mjs';
import { scaleHeading, scaleLine, formatSize, startLine, writeScale } from './scale-report.mjs';
import { KICKOFF, launch, measured, say, withDatabase } from './server.mjs';
import { compareGrowth, processorTime } from './slices.mjs';

register('../jest/typescript-loader.mjs', import.meta.url);
const { Cursors } = await import('../../backend/src/common/http/cursors.js');
const { readSecrets } = await import('../../backend/src/common/config/secrets.js');
const { SHARDS } = await import('../../backend/src/counters/counters.repository.js');
const { keysFrom } = await import('../../backend/src/common/config/keys.js');

/** @typedef {import('./http.mjs').Call} Call */
/** @typedef {import('./server.mjs').Database} Database */
/** @typedef {import('./server.mjs').Server} Server */
/** @typedef {import('./callers.mjs').Caller} Caller */
/** @typedef {ReturnType<typeof callsOf>} Calls */
/** @typedef {import('./scale-report.mjs').ScaleTable} ScaleTable */
/** @typedef {{ size: number, uri: string, variables: Record<string, string>, fan: Caller, admin: Caller, star: Caller }} Filled */
/** @typedef {{ server: Server, db: import('mongoose').mongo.Db, calls: Calls, adminCalls: Calls }} Setting */
/**
 * A call to measure in a setting. `examine` returns the calls whose documents and keys are counted, by
 * default one call.
 *
 * @typedef {{ callOf: (number: number) => Call, statuses?: number[], examine?: (time: number) => Call[] }} Subject
 */

/** Below the ephemeral ports of outgoing connections. */
const FIRST_PORT = 18_420;
/** The largest one is stored under the name that a start without `MONGODB_URI` uses. */
const MAIN_DATABASE = 'kickoff';
/** Equally many fans and posts are called at each size, spread over all of them. */
const TARGETS = 250;
const FRIENDS = 20;
const FOLLOWS = { few: 50, many: 5_000 };
const BARS = {
  size: { cpu: 1.3, examined: 1.2 },
  follows: { cpu: 3, examined: 3 },
  followers: { cpu: 1.3, examined: 1 },
  startS: 5,
};
const STARTS = 5;
/** A block of calls and the block that undoes them. */
const PAIR = 50;
const PAGE = 'limit=20&likes=3&comments=2';

const secrets = {
  JWT_FAN_SECRET: randomBytes(32).toString('hex'),
  JWT_ADMIN_SECRET: randomBytes(32).toString('hex'),
};
const { sizes, requests, write } = readArguments();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { write: { type: 'boolean' }, requests: { type: 'string', default: '300' } },
      allowPositionals: true,
    });
    const sizes = positionals.length > 0 ? positionals.map(Number) : [1_000, 100_000, 1_000_000];
    const isGrowing = sizes.every((size, at) => size > (sizes[at - 1] ?? 999));
    const isLarge = (sizes.at(-1) ?? 0) > FOLLOWS.many;
    const requests = Number(values.requests);
    // Calls that undo others have to be as many.
    const isPaired = requests >= PAIR && requests % PAIR === 0;
    if (sizes.length > 1 && sizes.every(Number.isInteger) && isGrowing && isLarge && isPaired) {
      return { sizes, requests, write: values.write ?? false };
    }
  } catch {
    // An unknown option.
  }
  process.stderr.write(
    `Usage: npm run bench:scale [-- two or more numbers of fans and of posts, from 1000, the last above ${FOLLOWS.many}] [--requests multiple of ${PAIR}] [--write]\n`,
  );
  process.exit(2);
}

/** `count` numbers spread evenly below `size`. @param {number} count @param {number} size */
const spread = (count, size) =>
  Array.from({ length: count }, (_, at) => Math.floor((at * size) / count));

/** @param {string} uri @param {string} name */
function ofDatabase(uri, name) {
  const address = new URL(uri);
  address.pathname = `/${name}`;
  return address.href;
}

/**
 * Creates the database of one size: its fans, and an admin.
 *
 * @param {Database} database @param {number} size @param {number} port
 * @returns {Promise<Filled>}
 */
async function fill({ uri: base, folder }, size, port) {
  const isMain = size === sizes.at(-1);
  const uri = ofDatabase(base, isMain ? MAIN_DATABASE : `${MAIN_DATABASE}_${size}`);
  const variables = { ...measured(uri, join(folder, `data-${size}`)), ...secrets };
  // The first start creates the schema, the next one the indexes of all rows.
  let server = await launch(KICKOFF, port, variables);
  const admin = await anAdmin(port);
  const fan = await aFan(port, 'Bench Warmer');
  const star = await aFan(port, 'Bench Star');
  closeConnections();
  await server.stop();
  const begun = performance.now();
  const seconds = () => `${((performance.now() - begun) / 1_000).toFixed(0)} s`;
  const rows = await fillWithFans(uri, size, star.id);
  say(`${formatSize(size)} fans and posts: ${rows} rows after ${seconds()}`);
  const client = await mongo.MongoClient.connect(uri);
  try {
    await client
      .db()
      .collection('users')
      .updateOne({ _id: new mongo.ObjectId(star.id) }, { $set: { 'counts.followers': size } });
    await follow(client.db(), fan.id, spread(FRIENDS, size).map(fanIdAt));
    await fillShards(client.db());
  } finally {
    await client.close();
  }
  server = await launch(KICKOFF, port, variables);
  await server.stop();
  say(`${formatSize(size)} fans and posts: indexes after ${seconds()}`);
  return { size, uri, variables, fan, admin, star };
}

/** Adds the shards of all totals: each size has as many, however often it counts. @param {import('mongoose').mongo.Db} db */
async function fillShards(db) {
  /** @type {import('mongoose').mongo.Collection<{ _id: string, kind: string, year: number, days: object }>} */
  const counters = db.collection('counters');
  const kinds = await counters.distinct('kind');
  const year = new Date().getUTCFullYear();
  for (const kind of kinds) {
    for (let shard = 0; shard < SHARDS; shard += 1) {
      const _id = `${kind}:${year}:${shard}`;
      await counters.updateOne(
        { _id },
        { $setOnInsert: { kind, year, days: {} } },
        { upsert: true },
      );
    }
  }
}

/**
 * @param {import('mongoose').mongo.Db} db @param {string} by
 * @param {readonly import('mongoose').mongo.ObjectId[]} followed
 */
async function follow(db, by, followed) {
  const followerId = new mongo.ObjectId(by);
  const now = Date.now();
  await db.collection('follows').insertMany(
    followed.map((followedId, at) => ({
      followerId,
      followedId,
      createdAt: new Date(now - followed.length + at),
    })),
  );
  await db
    .collection('users')
    .updateOne(
      { _id: followerId },
      { $inc: { 'counts.friends': followed.length }, $set: { fav_team1: 'Arsenal' } },
    );
}

/** Returns cursors that start a page after these posts. @param {number} size @param {readonly number[]} posts */
async function cursorsAfter(size, posts) {
  const keys = keysFrom(
    await readSecrets('', {
      fanSecret: secrets.JWT_FAN_SECRET,
      adminSecret: secrets.JWT_ADMIN_SECRET,
    }),
  );
  const cursors = new Cursors(keys);
  const when = creationTimes(size);
  return (/** @type {string} */ list) =>
    posts.map((at) => cursors.encode(list, { at: when(at), id: postIdAt(at).toString() }));
}

/**
 * The calls that must cost the same at each size.
 *
 * @param {Setting} setting @param {number} size
 * @returns {Promise<Record<string, Subject>>}
 */
async function subjectsOf({ calls, adminCalls }, size) {
  // Pages from the middle half; equally many posts at each size.
  const pages = spread(TARGETS / 20, size / 2).map((at) => Math.floor(size / 4) + at);
  const cursors = await cursorsAfter(size, pages);
  const feedCursors = cursors('feed');
  const adminCursors = cursors('admin-posts:present');
  /** @param {Calls} of @param {string} path @returns {Subject} */
  const page = (of, path) => ({ callOf: () => of.get(path) });
  /** @param {readonly string[]} all @param {number} number */
  const pick = (all, number) => all[number % all.length] ?? '';
  return {
    'Feed, first page': { callOf: calls.feed },
    'Feed, page from the middle': {
      callOf: (number) => calls.get(`/api/pt/posts?${PAGE}&cursor=${pick(feedCursors, number)}`),
    },
    'Single post': { callOf: calls.post },
    'Like, unlike': {
      callOf: calls.like,
      examine: (time) => [calls.like(time), calls.like(calls.turn + time)],
    },
    Comment: { callOf: calls.comment },
    'Follow, unfollow': {
      callOf: calls.follow,
      statuses: [200, 204],
      examine: (time) => [calls.follow(time), calls.follow(calls.turn + time)],
    },
    'New post': { callOf: calls.newPost, statuses: [201] },
    'User search': {
      callOf: (number) => calls.get(`/api/user/search/users?q=fan%20${10 + ((number * 37) % 90)}`),
    },
    Suggestions: page(calls, '/api/user/friend-suggestions'),
    'Admin: fans': page(adminCalls, '/api/admin/users?limit=25'),
    'Admin: fans by last visit': page(adminCalls, '/api/admin/users?limit=25&sort=-lastSeenAt'),
    'Admin: fans by part of name': page(adminCalls, '/api/admin/users?limit=25&q=nch%20war'),
    'Admin: posts': page(adminCalls, `/api/admin/posts?${PAGE}`),
    'Admin: posts from the middle': {
      callOf: (number) =>
        adminCalls.get(`/api/admin/posts?${PAGE}&cursor=${pick(adminCursors, number)}`),
    },
    'Admin: total of fans': page(adminCalls, '/api/admin/totalUsers'),
    'Admin: total of posts': page(adminCalls, '/api/admin/totalPosts'),
    'Admin: fans active in 30 days': page(adminCalls, '/api/admin/activeUsers?days=30'),
    'Admin: posts of 12 months': page(adminCalls, '/api/admin/post-engagements'),
    'Admin: likes of 12 months': page(adminCalls, '/api/admin/likes-given'),
  };
}

/**
 * Measures a call in several settings, and prints its row.
 *
 * @param {Omit<ScaleTable, 'rows'>} table @param {string} name
 * @param {readonly { setting: Setting, subject: Subject }[]} measured
 * @param {number} mongodPid
 */
async function measure(table, name, measured, mongodPid) {
  const pids = measured.map(({ setting }) => ({ app: setting.server.pid, db: mongodPid }));
  const comparison = await compareGrowth(
    pids,
    measured.map(({ setting: { server }, subject }) =>
      processorTime(
        { app: server.pid, db: mongodPid },
        { port: server.port, ...subject },
        requests,
      ),
    ),
  );
  const examined = [];
  for (const { setting, subject } of measured) {
    const { callOf, examine = (time) => [callOf(time)] } = subject;
    const { server, db, calls } = setting;
    examined.push(await countExamined(db, server.port, examine, (time) => [calls.post(time)]));
  }
  closeConnections();
  const row = { name, examined, ...comparison };
  process.stdout.write(`${scaleLine(table, row)}\n`);
  return row;
}

/** @param {string} title @param {Omit<ScaleTable, 'rows' | 'title'>} table */
function begin(title, table) {
  process.stdout.write(`\n${title}\n${scaleHeading({ title, ...table })}\n`);
  return { title, ...table };
}

/** @param {readonly { setting: Setting, size: number }[]} all @param {number} mongodPid @returns {Promise<ScaleTable>} */
async function lawOfSize(all, mongodPid) {
  const settings = all.map(({ size }) => formatSize(size));
  const table = begin('Calls by number of fans and posts', { settings, bars: BARS.size });
  const subjects = await Promise.all(all.map(({ setting, size }) => subjectsOf(setting, size)));
  const rows = [];
  for (const name of Object.keys(subjects[0] ?? {})) {
    const measured = all.flatMap(({ setting }, at) => {
      const subject = subjects[at]?.[name];
      return subject ? [{ setting, subject }] : [];
    });
    rows.push(await measure(table, name, measured, mongodPid));
  }
  return { ...table, rows };
}

/**
 * The feed of followed fans of one who follows many, beside that of one who follows few.
 *
 * @param {Setting} setting @param {number} size @param {number} mongodPid @returns {Promise<ScaleTable>}
 */
async function following(setting, size, mongodPid) {
  const { server, db } = setting;
  const settings = Object.values(FOLLOWS).map((count) => `${count.toLocaleString('en')} follows`);
  const table = begin('Feed of followed fans', { settings, bars: BARS.follows });
  const measured = [];
  for (const [kind, count] of Object.entries(FOLLOWS)) {
    const reader = await aFan(server.port, `Follower of ${kind}`);
    await follow(db, reader.id, spread(count, size).map(fanIdAt));
    const calls = callsOf(reader.token, [postIdAt(0).toString()], []);
    const path = `/api/pt/posts?scope=following&${PAGE}`;
    measured.push({ setting: { ...setting, calls }, subject: { callOf: () => calls.get(path) } });
  }
  return { ...table, rows: [await measure(table, 'First page', measured, mongodPid)] };
}

/**
 * The posts of a fan that all follow, beside those of one without followers.
 *
 * @param {Setting} setting @param {Caller} star @param {number} size @param {number} mongodPid
 * @returns {Promise<ScaleTable>}
 */
async function followers(setting, star, size, mongodPid) {
  const settings = ['0 followers', `${formatSize(size)} followers`];
  const table = begin('Posts of fans with followers', { settings, bars: BARS.followers });
  const nobody = await aFan(setting.server.port, 'Bench Nobody');
  const measured = [nobody, star].map(({ token }) => {
    const calls = callsOf(token, [postIdAt(0).toString()], []);
    const subject = { callOf: calls.newPost, statuses: [201] };
    return { setting: { ...setting, calls }, subject };
  });
  return { ...table, rows: [await measure(table, 'New post', measured, mongodPid)] };
}

/**
 * Starts the built server with its own MongoDB several times, until it serves the feed.
 *
 * @param {string} folder @param {Filled} filled
 */
async function measureStarts(folder, { variables, fan }) {
  const command = [fileURLToPath(new URL('../../backend/dist/main.js', import.meta.url))];
  const { MONGODB_URI: _, ...others } = variables;
  const call = { ...callsOf(fan.token, [], []).feed() };
  const starts = [];
  for (let start = 0; start < STARTS; start += 1) {
    const before = await readOthers([]);
    const server = await launch(command, FIRST_PORT, { ...others, KICKOFF_DATA: folder });
    while ((await send(server.port, call)).status !== 200);
    const tookMs = performance.now() - before.at;
    const mongodPid = Number(await readFile(join(folder, 'mongodb', 'mongod.lock'), 'utf8'));
    const after = await readOthers([server.pid, mongodPid]);
    starts.push({ seconds: tookMs / 1_000, others: shareOfOthers(before, after) });
    closeConnections();
    await server.stop();
  }
  const result = { starts, bar: BARS.startS };
  process.stdout.write(`\nStart to the first page of the feed: ${startLine(result)}\n`);
  return result;
}

/** @param {Database} database */
async function bench(database) {
  const { pid, folder, version } = database;
  /** @type {Filled[]} */
  const filled = [];
  for (const [at, size] of sizes.entries())
    filled.push(await fill(database, size, FIRST_PORT + at));
  const client = await mongo.MongoClient.connect(database.uri);
  /** @type {{ setting: Setting, size: number }[]} */
  const all = [];
  const tables = [];
  try {
    for (const [at, { size, uri, variables, fan, admin }] of filled.entries()) {
      const server = await launch(KICKOFF, FIRST_PORT + at, variables);
      const targets = spread(TARGETS, size);
      const postIds = targets.map((number) => postIdAt(number).toString());
      // Not the fans that the caller follows already.
      const fanIds = targets.map((number) => fanIdAt(number + 1).toString());
      all.push({
        size,
        setting: {
          server,
          db: client.db(new URL(uri).pathname.slice(1)),
          calls: callsOf(fan.token, postIds, fanIds),
          adminCalls: callsOf(admin.token, postIds, fanIds),
        },
      });
    }
    process.stdout.write(
      '\nMilliseconds a request: processor time of application / database. Read: documents and keys examined.\n',
    );
    const largest = all.at(-1);
    const star = filled.at(-1)?.star;
    // Before the posts that other calls create.
    if (largest) tables.push(await following(largest.setting, largest.size, pid));
    tables.push(await lawOfSize(all, pid));
    if (largest && star) {
      tables.push(await followers(largest.setting, star, largest.size, pid));
    }
  } finally {
    await client.close();
    for (const { setting } of all) await setting.server.stop();
  }
  await database.stop();
  const main = filled.at(-1);
  if (!main) return;
  await build(['contracts', 'testing', 'backend']);
  const start = await measureStarts(folder, main);
  const command = `npm run bench:scale -- ${sizes.join(' ')} --requests ${requests} --write`;
  if (write) await writeScale(tables, start, { command, sizes, mongod: version });
}

try {
  await withDatabase(bench);
} finally {
  closeConnections();
}

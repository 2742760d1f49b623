import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { mongo } from 'mongoose';

import { isDatabaseAway } from '../database-away.js';

const NOT_YET_INITIALIZED = 94;
/** mongod accepts connections before it has read its configuration, and reports none until then. */
const ALREADY_INITIALIZED = 23;
const POLL_MS = 20;
const SAY_EVERY_MS = 5_000;
const ANSWER_LIMIT_MS = 10_000;
const ELECTION_LIMIT_MS = 30_000;

/** Another server took the port between its choice and its use. */
export class PortTaken extends Error {}

export interface Member {
  port: number;
  folder: string;
  isRunning: () => boolean;
}

/**
 * Waits for a started mongod and makes it the primary of its one-member replica set, also if its
 * port has changed.
 */
export async function makePrimary(member: Member, say: (line: string) => void): Promise<void> {
  await waitUntilAccepting(member, say);
  const host = `127.0.0.1:${member.port}`;
  const client = new mongo.MongoClient(`mongodb://${host}/?directConnection=true`, {
    serverSelectionTimeoutMS: ANSWER_LIMIT_MS,
  });
  try {
    await retryOverChanges(member, async () => {
      const admin = client.db('admin');
      await requireOurs(admin, member.folder);
      await updateAddress(admin, host);
      await waitUntilPrimary(admin, member);
    });
  } finally {
    await client.close();
  }
}

/** A member closes its connections on a change of state, so each step is retried. */
async function retryOverChanges({ isRunning }: Member, work: () => Promise<void>): Promise<void> {
  const limit = Date.now() + ELECTION_LIMIT_MS;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      const isPassing = isDatabaseAway(error) || hasCode(error, ALREADY_INITIALIZED);
      if (!isPassing || !isRunning() || Date.now() > limit) throw error;
      await delay(POLL_MS);
    }
  }
}

/** After a crash mongod first replays its journal; only its end stops this wait. */
async function waitUntilAccepting(
  { port, isRunning }: Member,
  say: (line: string) => void,
): Promise<void> {
  const start = Date.now();
  let nextWordMs = SAY_EVERY_MS;
  while (!(await accepts(port))) {
    if (!isRunning()) throw new Error('mongod ended before it listened');
    const waitedMs = Date.now() - start;
    if (waitedMs > nextWordMs) {
      say(`  MongoDB is getting ready (${(waitedMs / 1000).toFixed(0)} s) …`);
      nextWordMs += SAY_EVERY_MS;
    }
    await delay(POLL_MS);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Another server may have taken the port between its choice and its use. */
async function requireOurs(admin: mongo.Db, folder: string): Promise<void> {
  const { parsed } = await admin.command({ getCmdLineOpts: 1 });
  const { storage } = parsed as { storage?: { dbPath?: string } };
  if (storage?.dbPath !== folder) throw new PortTaken('another MongoDB answers on this port');
}

/**
 * The stored configuration contains the host and port of the last start. With another port the
 * member does not find itself in it; only a forced reconfiguration over a direct connection helps.
 */
async function updateAddress(admin: mongo.Db, host: string): Promise<void> {
  const config = await storedConfig(admin);
  if (config === undefined) {
    await admin.command({ replSetInitiate: { _id: 'kickoff', members: [{ _id: 0, host }] } });
    return;
  }
  if (config.members.every((member) => member.host === host)) return;
  const members = config.members.map((member) => ({ ...member, host }));
  await admin.command({ replSetReconfig: { ...config, members }, force: true });
}

interface StoredConfig {
  members: { host: string }[];
}

async function storedConfig(admin: mongo.Db): Promise<StoredConfig | undefined> {
  try {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    return config as StoredConfig;
  } catch (error) {
    if (hasCode(error, NOT_YET_INITIALIZED)) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof mongo.MongoServerError && error.code === code;
}

/** Waits until the member is primary and snapshot reads have a committed moment to read from. */
async function waitUntilPrimary(admin: mongo.Db, { isRunning }: Member): Promise<void> {
  const limit = Date.now() + ELECTION_LIMIT_MS;
  for (;;) {
    const { isWritablePrimary } = await admin.command({ hello: 1 });
    if (isWritablePrimary === true && (await hasCommittedSnapshot(admin))) return;
    if (!isRunning() || Date.now() > limit) {
      throw new Error(`MongoDB did not become primary within ${ELECTION_LIMIT_MS / 1000} s`);
    }
    await delay(POLL_MS);
  }
}

/** A new primary answers a snapshot read with "No committed OpTime" until its first entry is committed. */
async function hasCommittedSnapshot(admin: mongo.Db): Promise<boolean> {
  const { optimes } = await admin.command({ replSetGetStatus: 1 });
  const { readConcernMajorityOpTime } = optimes as {
    readConcernMajorityOpTime?: { ts: mongo.Timestamp };
  };
  return readConcernMajorityOpTime !== undefined && readConcernMajorityOpTime.ts.t > 0;
}

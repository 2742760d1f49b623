import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OwnProfile, Post } from '@kickoff/contracts';
import { mongo } from 'mongoose';
import sharp from 'sharp';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { databaseServer } from './support/databases.js';
import { launchServer, type ServerProcess } from './support/server-process.js';
import { until } from './support/until.js';

/**
 * A crashed instance's lease expires after 20 s and is checked every 15 s; the rest is for slow
 * machines.
 */
const TAKEN_OVER_MS = 60_000;

describe('account deletion when the server is killed', () => {
  let data: string;
  let client: mongo.MongoClient;
  let db: mongo.Db;
  let uri: string;
  let servers: ServerProcess[];

  beforeEach(async () => {
    data = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-killed-')));
    const address = databaseServer();
    address.pathname = `/test-${randomBytes(6).toString('hex')}`;
    uri = address.href;
    client = await mongo.MongoClient.connect(uri);
    db = client.db();
    servers = [];
  });
  afterEach(async () => {
    for (const server of servers) {
      server.kill('SIGTERM');
      await server.ended;
    }
    await db.dropDatabase();
    await client.close();
    await rm(data, { recursive: true });
  });

  async function start(): Promise<ServerProcess> {
    const server = await launchServer({ KICKOFF_DATA: data, MONGODB_URI: uri });
    servers.push(server);
    await server.printed('KickOff is ready at');
    return server;
  }
  async function aPostBy(server: ServerProcess, fan: Caller, text: string): Promise<Post> {
    const create = { width: 40, height: 30, channels: 3 as const, background: 'green' };
    const answer = await as(server, fan)
      .post('/api/pt/posts')
      .field({ text, alt: 'The pitch' })
      .attach('image', await sharp({ create }).png().toBuffer(), 'pitch.png')
      .expect(201);
    return Post.parse(answer.body);
  }
  const like = (server: ServerProcess, fan: Caller, { _id }: Post) =>
    as(server, fan).post(`/api/pt/posts/${_id}/like`).send({ liked: true }).expect(200);
  const comment = (server: ServerProcess, fan: Caller, { _id }: Post) =>
    as(server, fan).post(`/api/pt/posts/${_id}/comment`).send({ text: 'What a match' }).expect(200);

  /** The counts that Bob reads on his posts and his profile. */
  async function countsOf(server: ServerProcess, fan: Caller, posts: readonly Post[]) {
    const profile = OwnProfile.parse((await as(server, fan).get('/api/user/profile')).body);
    const rows = await Promise.all(
      posts.map(async ({ _id }) => {
        const answer = await as(server, fan).get(`/api/pt/posts/${_id}`).expect(200);
        const { likesCount, likes, commentsCount, comments } = Post.parse(answer.body);
        return [likesCount, likes.length, commentsCount, comments.length];
      }),
    );
    return { rows, friends: profile.friendsCount, followers: profile.followersCount };
  }
  async function filesOnDisk(): Promise<string[]> {
    const entries = await readdir(join(data, 'uploads'), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  }
  /** The collections that contain the fan's id. */
  async function tracesOf({ id }: Caller): Promise<string[]> {
    const names = (await db.listCollections().toArray()).map(({ name }) => name);
    const rows = await Promise.all(
      names.map(async (name) => JSON.stringify(await db.collection(name).find().toArray())),
    );
    return names.filter((_, at) => rows[at]?.includes(id)).sort();
  }
  const removalOf = ({ id }: Caller) =>
    db
      .collection<{ pass: string; done: string[] }>('account_removals')
      .findOne({ _id: new mongo.ObjectId(id) });

  it('is completed by the next process with rows and files deleted and correct counts', async () => {
    const first = await start();
    const [alice, bob, carol] = [await aFan(first), await aFan(first), await aFan(first)];
    const posts = [
      await aPostBy(first, bob, 'One'),
      await aPostBy(first, bob, 'Two'),
      await aPostBy(first, bob, 'Three'),
    ];
    for (const post of posts) await like(first, carol, post);
    await as(first, carol).post(`/api/user/follow/${bob.id}`).expect(200);
    const [before, files] = [await countsOf(first, bob, posts), await filesOnDisk()];
    await aPostBy(first, alice, 'Mine');
    for (const post of posts) await like(first, alice, post);
    for (const post of posts.slice(1)) await comment(first, alice, post);
    await as(first, alice).post(`/api/user/follow/${bob.id}`).expect(200);
    await as(first, bob).post(`/api/user/follow/${alice.id}`).expect(200);

    const done = await client.withSession(async (holding) => {
      // Locks one post so that the removal stops among its likes, each changed together with its
      // count.
      holding.startTransaction();
      const held = { _id: new mongo.ObjectId(posts[0]?._id) };
      await db.collection('posts').updateOne(held, { $inc: { version: 1 } }, { session: holding });
      await as(first, alice).delete('/api/user').send({ password: alice.password }).expect(200);
      const ofAlice = { userId: new mongo.ObjectId(alice.id) };
      await until(async () =>
        (await db.collection('post_likes').countDocuments(ofAlice)) === 1 ? true : undefined,
      );
      const removal = await removalOf(alice);
      first.kill('SIGKILL');
      await first.ended;
      return removal?.done;
    });
    expect([done?.includes('comments'), done?.includes('likes')]).toEqual([true, false]);
    expect(await tracesOf(alice)).toContain('follows');
    const second = await start();

    await until(
      async () => ((await removalOf(alice))?.pass === 'last' ? true : undefined),
      TAKEN_OVER_MS,
    );

    await until(async () => {
      expect(await tracesOf(alice)).toEqual(['account_removals']);
      expect(await filesOnDisk()).toEqual(files);
      expect(await countsOf(second, bob, posts)).toEqual(before);
      return true;
    }, TAKEN_OVER_MS);
    const journal = await readFile(join(data, 'deletions.jsonl'), 'utf8');
    expect(journal.split('\n').filter((line) => line.includes(alice.id))).toHaveLength(1);
    await asVisitor(second)
      .post('/api/auth/login')
      .send({ email: alice.email, password: alice.password })
      .expect(401);
  }, 180_000);
});

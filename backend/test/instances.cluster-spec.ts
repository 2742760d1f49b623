import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Notification, Post } from '@kickoff/contracts';
import { mongo } from 'mongoose';
import { z } from 'zod';

import { LIMITS } from '../src/common/limits/rate-limits.js';
import { aFan, as, asVisitor, type Caller, logIn } from './support/callers.js';
import { filesAt } from './support/cluster/picture-post.js';
import { type Place, RunningCluster } from './support/cluster/running-cluster.js';
import { MailServer } from './support/mail-server.js';
import { aPostBy } from './support/posts.js';
import { aStoryBy } from './support/stories.js';
import { until } from './support/until.js';

const MAILS = 9;
const JOB_MS = 60_000;
const TEST_MS = 180_000;

describe('three servers over one database', () => {
  let cluster: RunningCluster;
  let alice: Caller;

  beforeAll(async () => {
    cluster = await RunningCluster.find();
    alice = await aFan(cluster.front);
  }, TEST_MS);

  /** The servers in turn. */
  const serverAt = (index: number): Place => {
    const server = cluster.servers[index % cluster.servers.length];
    if (!server) throw new Error('no server');
    return server;
  };
  const statusesOf = (by: Caller) =>
    Promise.all(
      cluster.servers.map(async (server) => {
        const { status } = await as(server, by).get('/api/user/profile');
        return status;
      }),
    );

  it('end a session everywhere when its fan logs out at one of them', async () => {
    const session = await logIn(serverAt(0), alice);
    const before = await statusesOf(session);

    await as(serverAt(1), session).post('/api/auth/logout').expect(204);

    expect(before).toEqual([200, 200, 200]);
    expect(await statusesOf(session)).toEqual([401, 401, 401]);
  });

  it(
    'count the changes of a name together',
    async () => {
      const allowed = LIMITS.renames.calls * cluster.rateLimitFactor;
      const bob = await aFan(cluster.front);
      const rename = async (number: number) => {
        const { status } = await as(serverAt(number), bob)
          .post('/api/user/update-profile')
          .field({
            username: `${bob.username} ${number}`,
            email: bob.email,
            phone: '+44 20 7946 0181',
            fav_team1: 'Arsenal',
            fav_player: 'Tony Adams',
          });
        return status;
      };
      const statuses: number[] = [];

      for (let number = 0; number < allowed + 3; number += 1) statuses.push(await rename(number));

      expect(statuses.filter((status) => status === 200)).toHaveLength(allowed);
      expect(statuses.slice(allowed)).toEqual([429, 429, 429]);
    },
    TEST_MS,
  );

  it('serve a picture that one of them stored', async () => {
    const { image = '' } = await aPostBy(serverAt(0), alice, 'A picture', 'image');

    const [first, ...others] = await filesAt(cluster.servers, image);

    expect(first).toMatch(/^200, [1-9]/);
    expect(others).toEqual([first, first]);
  });

  it('show a post of one of them in the others at once', async () => {
    const { _id: id } = await aPostBy(serverAt(0), alice, 'Seen everywhere');

    const answers = await Promise.all(
      cluster.servers.map((server) => as(server, alice).get(`/api/pt/posts/${id}`)),
    );

    expect(answers.map(({ body }) => Post.parse(body)._id)).toEqual([id, id, id]);
  });

  it(
    'notify a follower once of each story, whichever server fans it out',
    async () => {
      const follower = await aFan(cluster.front);
      const received = async () => {
        const answer = await as(cluster.front, follower).get('/api/notifications').expect(200);
        return z
          .array(Notification)
          .parse(answer.body)
          .filter(({ kind }) => kind === 'story')
          .map(({ target, count }) => `${target.id}, ${count} time`);
      };

      const expected: string[] = [];
      for (const server of cluster.servers) {
        const author = await aFan(cluster.front);
        await as(cluster.front, follower).post(`/api/user/follow/${author.id}`);
        expected.push(`${(await aStoryBy(server, author))._id}, 1 time`);
      }
      await until(async () => (await received()).length >= expected.length || undefined, JOB_MS);

      expect((await received()).sort()).toEqual(expected.sort());
    },
    TEST_MS,
  );

  describe('with a mail server', () => {
    let mails: MailServer;
    let client: mongo.MongoClient;

    beforeAll(async () => {
      mails = await MailServer.open(cluster.mailPort);
      client = await mongo.MongoClient.connect(cluster.databaseUri);
    });
    afterAll(async () => {
      await client.close();
      await mails.close();
    });

    it(
      'send each mail once',
      async () => {
        const fans: Caller[] = [];
        while (fans.length < MAILS) fans.push(await aFan(cluster.front));
        const [emails, ids] = [fans.map(({ email }) => email), fans.map(({ id }) => id)];
        const received = () => mails.recipients.filter((email) => emails.includes(email));

        for (const [index, email] of emails.entries()) {
          await asVisitor(serverAt(index)).post('/api/user/forgot-password').send({ email });
        }
        await until(() => received().length >= MAILS || undefined, JOB_MS);
        // The row of a mail goes when no server will send it again.
        const queue = client.db().collection('mails');
        const left = () => queue.countDocuments({ accountId: { $in: ids } });
        await until(async () => (await left()) === 0 || undefined, JOB_MS);

        expect(received().sort()).toEqual(emails.sort());
      },
      TEST_MS,
    );
  });
});

import {
  type Match,
  Notification,
  NotificationKind,
  Post,
  Story,
  UNREAD_HEADER,
} from '@kickoff/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Types } from 'mongoose';
import type request from 'supertest';
import { z } from 'zod';

import { MatchNews } from '../src/football/match-news.js';
import { NotificationRounds } from '../src/notifications/notification-rounds.js';
import { NotificationWriter } from '../src/notifications/notification-writer.js';
import { NotificationsService } from '../src/notifications/notifications.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { aPicture } from './support/pictures.js';
import { until } from './support/until.js';

const Notifications = z.array(Notification);
const NINETY_DAYS = 90 * 24 * 60 * 60;

describe('notifications', () => {
  let kickoff: KickOff;
  let ann: Caller;
  let bob: Caller;
  let post: Post;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  beforeEach(async () => {
    [ann, bob] = await Promise.all([aFan(kickoff), aFan(kickoff)]);
    post = await aPostBy(ann);
  });
  afterAll(() => kickoff.stop());

  const service = <Service>(of: new (...args: never[]) => Service): Service =>
    kickoff.app.get(of, { strict: false });
  async function aPostBy(fan: Caller): Promise<Post> {
    const answer = await as(kickoff, fan).post('/api/pt/posts').field('text', 'Goal!').expect(201);
    return Post.parse(answer.body);
  }
  async function aStoryBy(fan: Caller): Promise<Story> {
    const answer = await as(kickoff, fan)
      .post('/api/st/stories')
      .field('mediaType', 'image')
      .attach('media', await aPicture(40, 30), 'story.png')
      .expect(201);
    return Story.parse(answer.body);
  }
  const like = (by: Caller, liked = true) =>
    as(kickoff, by).post(`/api/pt/posts/${post._id}/like`).send({ liked }).expect(200);
  const comment = (by: Caller) =>
    as(kickoff, by).post(`/api/pt/posts/${post._id}/comment`).send({ text: 'Yes!' }).expect(200);
  const follow = (by: Caller, of: Caller) =>
    as(kickoff, by).post(`/api/user/follow/${of.id}`).expect(200);
  const ask = (fan: Caller, query = '') =>
    as(kickoff, fan).get(`/api/notifications${query}`).expect(200);
  async function listOf(fan: Caller): Promise<Notification[]> {
    return Notifications.parse((await ask(fan)).body);
  }
  const unreadOf = async (fan: Caller) =>
    Number((await ask(fan, '?limit=1')).headers[UNREAD_HEADER.toLowerCase()]);
  /** The list once it is as long as this. */
  const listed = (fan: Caller, count: number) =>
    until(async () => {
      const list = await listOf(fan);
      return list.length === count ? list : undefined;
    });
  const names = ({ actors }: Notification) => actors.map(({ username }) => username);
  /** A last telling, behind which nothing of before is still on its way. */
  async function allTold(to: Caller): Promise<void> {
    const group = `told:${new Types.ObjectId().toString()}`;
    const target = { type: 'user', id: to.id };
    service(NotificationsService).tell([to.id], { kind: 'moderation', group, target });
    await until(
      async () =>
        (await kickoff.connection.collection('notifications').findOne({ group })) ?? undefined,
    );
    await kickoff.connection.collection('notifications').deleteOne({ group });
  }

  it('say who likes a post of mine, and who comments on it', async () => {
    await like(bob);
    await comment(bob);

    const list = await listed(ann, 2);
    expect(list.map(({ kind }) => kind).sort()).toEqual(['comment', 'like']);
    for (const notification of list) {
      expect(notification).toMatchObject({
        target: { type: 'post', id: post._id },
        count: 1,
        read: false,
        actors: [{ _id: bob.id, username: bob.username, profilePicture: '' }],
      });
    }
  });

  it('say who follows me', async () => {
    await follow(bob, ann);

    const [first] = await listed(ann, 1);
    expect(first).toMatchObject({ kind: 'follow', target: { type: 'user', id: ann.id }, count: 1 });
    expect(first && names(first)).toEqual([bob.username]);
  });

  it('come to one for all that belongs together, the newest three named', async () => {
    const crowd = [];
    for (let count = 0; count < 5; count += 1) crowd.push(await aFan(kickoff));

    for (const fan of crowd) {
      await like(fan);
      await until(async () => (await listOf(ann))[0]?.actors[0]?._id === fan.id || undefined);
    }

    const [only] = await listed(ann, 1);
    expect(only?.count).toBe(5);
    expect(only && names(only)).toEqual(
      crowd
        .slice(-3)
        .reverse()
        .map(({ username }) => username),
    );
  });

  it('count each of many who act at once, once', async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, () => aFan(kickoff)));

    await Promise.all(crowd.flatMap((fan) => [like(fan), like(fan)]));
    await allTold(ann);

    const [only] = await listed(ann, 1);
    expect(only?.count).toBe(6);
  });

  it('are written once however often the cause is repeated', async () => {
    await like(bob);
    const [first] = await listed(ann, 1);
    await as(kickoff, ann).post('/api/notifications/read').send({}).expect(204);

    await like(bob, false);
    await like(bob);
    await follow(bob, ann);
    await as(kickoff, bob).delete(`/api/user/follow/${ann.id}`).expect(204);
    await follow(bob, ann);
    await allTold(ann);

    const again = await listed(ann, 2);
    expect(again.find(({ kind }) => kind === 'like')).toEqual({ ...first, read: true });
    expect(again.find(({ kind }) => kind === 'follow')?.count).toBe(1);
  });

  it('become new with each comment, and count whoever comments twice once', async () => {
    await comment(bob);
    await listed(ann, 1);
    await as(kickoff, ann).post('/api/notifications/read').send({}).expect(204);
    expect(await unreadOf(ann)).toBe(0);

    await comment(bob);
    await allTold(ann);

    const [only] = await listed(ann, 1);
    expect(only).toMatchObject({ kind: 'comment', count: 1, read: false });
  });

  it('tell those who commented before of a comment after theirs, and nobody of their own', async () => {
    const cat = await aFan(kickoff);
    await comment(bob);
    await comment(cat);

    const [after] = await listed(bob, 1);
    await allTold(cat);

    expect(after).toMatchObject({
      kind: 'comment',
      afterMine: true,
      target: { type: 'post', id: post._id },
    });
    expect(after && names(after)).toEqual([cat.username]);
    expect(await listOf(cat)).toEqual([]);
    const [ofAuthor] = await listed(ann, 1);
    expect(ofAuthor?.afterMine).toBeUndefined();
  });

  it('tell followers of a story, one notification for each friend', async () => {
    const stranger = await aFan(kickoff);
    await follow(bob, ann);
    await aStoryBy(ann);
    await listed(bob, 1);

    const { _id } = await aStoryBy(ann);

    const only = await until(async () =>
      (await listOf(bob)).find(({ target }) => target.id === _id),
    );
    expect(only).toMatchObject({ kind: 'story', target: { type: 'story', id: _id }, count: 1 });
    expect(names(only)).toEqual([ann.username]);
    expect(await listOf(bob)).toHaveLength(1);
    expect(await listOf(stranger)).toEqual([]);
  });

  it('say nothing of my own acts', async () => {
    await like(ann);
    await comment(ann);
    await allTold(ann);

    expect(await listOf(ann)).toEqual([]);
  });

  it('say nothing of fans whom a block keeps apart or I mute', async () => {
    const [muted, blocked] = [await aFan(kickoff), await aFan(kickoff)];
    await follow(ann, muted);
    await as(kickoff, ann).post(`/api/user/mute/${muted.id}`).expect(204);
    await comment(blocked);
    await listed(ann, 1);
    await as(kickoff, blocked).post(`/api/user/block/${bob.id}`).expect(204);

    await like(muted);
    await comment(bob);
    await aStoryBy(muted);
    await service(NotificationRounds).carryOn();
    await allTold(blocked);

    expect((await listOf(ann)).map(({ kind }) => kind)).toEqual(['comment']);
    expect(await listOf(blocked)).toEqual([]);
  });

  it('are gone, and counted no more, once a block or a mute keeps their fan away', async () => {
    const cat = await aFan(kickoff);
    await like(bob);
    await comment(bob);
    await like(cat);
    await until(async () => (await listOf(ann)).some(({ count }) => count === 2) || undefined);

    await as(kickoff, ann).post(`/api/user/mute/${bob.id}`).expect(204);

    await until(async () => (await unreadOf(ann)) === 1 || undefined);
    const [only] = await listed(ann, 1);
    expect(only).toMatchObject({ kind: 'like', count: 1 });
    expect(only && names(only)).toEqual([cat.username]);
  });

  it.each(['like', 'comment', 'follow', 'story'] as const)(
    'leave out the kind %s for whoever has switched it off',
    async (kind) => {
      await follow(ann, bob);
      await as(kickoff, ann)
        .patch('/api/user/settings')
        .send({ notifications: { [kind]: false } })
        .expect(200);

      await like(bob);
      await comment(bob);
      await follow(bob, ann);
      await aStoryBy(bob);

      const list = await listed(ann, 3);
      await allTold(ann);
      expect(list.map((notification) => notification.kind)).not.toContain(kind);
      expect(await listOf(ann)).toHaveLength(3);
    },
  );

  it('tell of moderation whatever is switched off', async () => {
    const all = Object.fromEntries(
      NotificationKind.options.filter((kind) => kind !== 'moderation').map((kind) => [kind, false]),
    );
    await as(kickoff, ann).patch('/api/user/settings').send({ notifications: all }).expect(200);
    const target = { type: 'user', id: ann.id };

    service(NotificationsService).tell([ann.id], {
      kind: 'moderation',
      group: 'moderation:1',
      target,
      text: '$name was removed',
    });

    const [only] = await listed(ann, 1);
    expect(only).toMatchObject({ kind: 'moderation', actors: [], text: '$name was removed' });
  });

  it('go with their post', async () => {
    await like(bob);
    await comment(bob);
    await listed(ann, 2);

    await as(kickoff, ann).delete(`/api/pt/posts/${post._id}`).expect(204);

    await listed(ann, 0);
    expect(await unreadOf(ann)).toBe(0);
  });

  it('are read by naming them, or all at once; those of others stay as they are', async () => {
    await like(bob);
    await follow(bob, ann);
    const list = await listed(ann, 2);
    const ids = list.slice(0, 1).map(({ _id }) => _id);
    expect(await unreadOf(ann)).toBe(2);

    await as(kickoff, bob).post('/api/notifications/read').send({ ids }).expect(204);
    expect(await unreadOf(ann)).toBe(2);
    await as(kickoff, ann).post('/api/notifications/read').send({ ids }).expect(204);
    expect((await listOf(ann)).map(({ read }) => read)).toEqual([true, false]);
    await as(kickoff, ann).post('/api/notifications/read').expect(204);

    expect(await unreadOf(ann)).toBe(0);
    await as(kickoff, ann)
      .post('/api/notifications/read')
      .send({ ids: ['no'] })
      .expect(400);
    await as(kickoff, ann).post('/api/notifications/read').send({ ids: 'no' }).expect(400);
  });

  it('come page by page, newest first, each once', async () => {
    for (let count = 0; count < 5; count += 1) {
      post = await aPostBy(ann);
      await like(bob);
    }
    const all = await listed(ann, 5);
    expect(all[0]?.target.id).toBe(post._id);

    const seen: string[] = [];
    let address: string | undefined = '/api/notifications?limit=2';
    while (address) {
      const answer: request.Response = await as(kickoff, ann).get(address).expect(200);
      seen.push(...Notifications.parse(answer.body).map(({ _id }) => _id));
      address = /<([^>]+)>/.exec(answer.headers['link'] ?? '')?.[1];
    }

    expect(seen).toEqual(all.map(({ _id }) => _id));
    await as(kickoff, bob)
      .get('/api/notifications?cursor=abc.000000000000000000000000.xx')
      .expect(400);
  });

  it('are heard by their fan as they are written', async () => {
    const listener = new Listener({ Authorization: `Bearer ${ann.token}` });
    const other = new Listener({ Authorization: `Bearer ${bob.token}` });
    await listener.connect(kickoff);
    await other.connect(kickoff);

    await like(bob);

    const heard = await until(() => listener.heard.find(({ name }) => name === 'notification'));
    const [only] = await listed(ann, 1);
    expect(Notification.parse(heard.data)).toEqual(only);
    const last = await aPostBy(ann);
    await until(
      () => other.heard.some(({ data }) => JSON.stringify(data).includes(last._id)) || undefined,
    );
    expect(other.namesHeard()).not.toContain('notification');
    listener.disconnect();
    other.disconnect();
  });

  it('are kept for ninety days', async () => {
    for (const name of ['notifications', 'notification_causes']) {
      const indexes = await kickoff.connection.collection(name).indexes();

      expect(indexes.find(({ key }) => Object.keys(key).join() === 'at')).toMatchObject({
        expireAfterSeconds: NINETY_DAYS,
      });
    }
  });

  it('are not lost when the instance that told of them ends', async () => {
    const other = await kickoff.another();
    await as(other, bob).post(`/api/pt/posts/${post._id}/like`).send({ liked: true }).expect(200);

    await other.close();

    expect(await listOf(ann)).toHaveLength(1);
  });

  describe('to many fans', () => {
    const NOT_YET = { settings: { hideContact: false, notifications: { story: true } } };

    it('reach every follower from whichever instance lives, once', async () => {
      const crowd = await manyFans(kickoff, 1_200, () => NOT_YET);
      await manyFollows(
        kickoff,
        crowd.map((by) => ({ by, of: new Types.ObjectId(ann.id) })),
      );
      // The first one breaks off on its way, as if its instance had died.
      const writer = service(NotificationWriter);
      const real = writer.write.bind(writer);
      const write = jest.spyOn(writer, 'write');
      write.mockImplementationOnce(real);
      write.mockRejectedValueOnce(new Error('The instance died'));
      const { _id } = await aStoryBy(ann);
      await service(NotificationRounds).carryOn();
      write.mockRestore();
      const rows = kickoff.connection.collection('notifications');
      expect(await rows.countDocuments({ 'target.id': _id })).toBe(500);

      kickoff.clock.advance(60_000);
      await service(NotificationRounds).carryOn();
      await service(NotificationRounds).begin(
        `story:${_id}`,
        { followersOf: ann.id },
        {
          kind: 'story',
          group: 'again',
          target: { type: 'story', id: _id },
          actorId: ann.id,
        },
      );
      await service(NotificationRounds).carryOn();

      expect(await rows.countDocuments({ 'target.id': _id })).toBe(1_200);
      expect(await rows.countDocuments({ 'target.id': _id, count: 1 })).toBe(1_200);
    });

    it('cost the call that caused them the same however many they are', async () => {
      const crowd = await manyFans(kickoff, 300, () => NOT_YET);
      const rounds = service(NotificationRounds);
      const carryOn = jest.spyOn(rounds, 'carryOn').mockResolvedValue();
      const cost = () =>
        operationsOf(kickoff, () =>
          rounds.begin(
            `story:${new Types.ObjectId().toString()}`,
            { followersOf: ann.id },
            { kind: 'story', group: 'g', target: { type: 'story', id: 's' }, actorId: ann.id },
          ),
        );

      const few = await cost();
      await manyFollows(
        kickoff,
        crowd.map((by) => ({ by, of: new Types.ObjectId(ann.id) })),
      );
      const many = await cost();

      // Nothing beside the row of the round, which is told apart as what runs by the clock.
      expect(few).toEqual([]);
      expect(many).toEqual([]);
      carryOn.mockRestore();
    });

    it('are listed and counted by indexes alone', async () => {
      await like(bob);
      await follow(bob, ann);
      await listed(ann, 2);

      expectIndexesAlone('the list', await operationsOf(kickoff, () => ask(ann, '?limit=20')));
    });
  });

  describe('of matches', () => {
    const match = (over: Partial<Match>, home: number | null, away: number | null): Match => ({
      id: 'm1',
      homeTeam: aTeam('t1', 'Harbour United', 'Harbour', 'HAR'),
      awayTeam: aTeam('t2', 'Hilltop City', 'Hilltop', 'HIL'),
      utcDate: '2026-11-21T15:00:00.000Z',
      status: 'IN_PLAY',
      matchday: 1,
      score: {
        fullTime: { homeTeam: home, awayTeam: away },
        halfTime: { homeTeam: null, awayTeam: null },
      },
      ...over,
    });
    const aTeam = (
      id: string,
      name: string,
      shortName: string,
      tla: string,
    ): Match['homeTeam'] => ({
      id,
      name,
      shortName,
      tla,
      colors: ['#000000', '#ffffff'],
    });
    async function supports(fan: Caller, team: string): Promise<void> {
      await kickoff.connection
        .collection('users')
        .updateOne({ _id: new Types.ObjectId(fan.id) }, { $set: { fav_team1: team } });
    }
    const changes = () => service(MatchNews).changes;

    it('tell the fans of both clubs of kick-off, goals and full time in one notification', async () => {
      const cat = await aFan(kickoff);
      await supports(ann, 'harbour united');
      await supports(bob, 'HIL');
      await supports(cat, 'Somewhere Else');
      const steps: [Match, Match, string][] = [
        [
          match({ status: 'SCHEDULED' }, null, null),
          match({}, 0, 0),
          'Kick-off: Harbour – Hilltop',
        ],
        [match({}, 0, 0), match({}, 1, 0), 'Goal: Harbour 1–0 Hilltop'],
        [match({}, 1, 0), match({}, 0, 0), 'Corrected: Harbour 0–0 Hilltop'],
        [match({}, 0, 0), match({ status: 'FINISHED' }, 0, 0), 'Full time: Harbour 0–0 Hilltop'],
      ];

      for (const [before, after, text] of steps) {
        changes().emit('changed', before, after);
        // Another instance has seen it, too.
        changes().emit('changed', before, after);
        await until(async () => (await listOf(ann))[0]?.text === text || undefined);
      }

      await service(NotificationRounds).carryOn();
      for (const fan of [ann, bob]) {
        const list = await listOf(fan);
        expect(list).toMatchObject([
          { kind: 'team', target: { type: 'match', id: 'm1' }, count: 1, actors: [] },
        ]);
      }
      expect(await listOf(cat)).toEqual([]);
    });

    it('say nothing of a break, and nothing twice of a second half', async () => {
      await supports(ann, 'Harbour');

      changes().emit(
        'changed',
        match({ id: 'm2' }, 1, 1),
        match({ id: 'm2', status: 'PAUSED' }, 1, 1),
      );
      changes().emit(
        'changed',
        match({ id: 'm2', status: 'PAUSED' }, 1, 1),
        match({ id: 'm2' }, 1, 1),
      );
      changes().emit('changed', match({ id: 'm3' }, 0, 0), match({ id: 'm3' }, 0, 1));

      const [only] = await listed(ann, 1);
      await service(NotificationRounds).carryOn();
      expect(only?.target.id).toBe('m3');
      expect(await listOf(ann)).toHaveLength(1);
    });
  });
});

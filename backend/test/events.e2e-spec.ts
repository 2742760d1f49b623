import { Types } from 'mongoose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { EventStreamsService } from '../src/events/event-streams.service.js';
import { LiveService } from '../src/live/live.service.js';
import { aFan, anAdmin, as, asVisitor, type Caller, logIn } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { withoutTellings } from './support/operations.js';
import { until } from './support/until.js';

/** Of the tests' Redis a database of its own: what happens in other files is no news here. */
const redisUrl = `${process.env['KICKOFF_TEST_REDIS'] ?? ''}/2`;
const MINUTE_MS = 60_000;

describe.each([
  ['within one process', {}],
  ['over Redis', { REDIS_URL: redisUrl }],
])('the event stream %s', (_, settings: Record<string, string>) => {
  let kickoff: KickOff;
  let ann: Caller;
  let bob: Caller;
  const open: Listener[] = [];

  const live = (instance: KickOff = kickoff) => instance.app.get(LiveService, { strict: false });
  const streams = () => kickoff.app.get(EventStreamsService, { strict: false });
  const bearer = ({ token }: Caller) => ({ Authorization: `Bearer ${token}` });
  const newId = () => new Types.ObjectId().toString();

  /** Connects as this fan, or as one who was here before. */
  async function listens(caller: Caller, lastEventId?: string, at: KickOff = kickoff) {
    const listener = new Listener(bearer(caller));
    listener.lastEventId = lastEventId;
    open.push(listener);
    await listener.connect(at);
    return listener;
  }

  /** Tells of a post of this fan, and returns its id. */
  async function aPostBy(author: Caller, instance: KickOff = kickoff): Promise<string> {
    const id = newId();
    await live(instance).tell(
      'post.created',
      { _id: id, user: { _id: author.id, username: author.username } },
      { to: 'readersOf', fanId: author.id },
    );
    return id;
  }
  /** Tells a fan alone. */
  const notice = (fan: Caller, id: string) =>
    live().notify(
      {
        kind: 'follow',
        actors: [],
        count: 1,
        target: { type: 'user', id: fan.id },
        read: false,
        createdAt: new Date(0).toISOString(),
      },
      { [fan.id]: id },
    );
  const heardIds = (listener: Listener) =>
    listener.heard.map(({ data }) => (data as { _id: string })._id);
  const hears = (listener: Listener, id: string) =>
    until(() => heardIds(listener).includes(id) || undefined);

  beforeAll(async () => {
    kickoff = await startKickOff(settings);
    // Only what a test itself tells is heard.
    withoutTellings(kickoff);
    ann = await aFan(kickoff);
    bob = await aFan(kickoff);
  });
  afterEach(() => {
    for (const listener of open.splice(0)) listener.disconnect();
  });
  afterAll(() => kickoff.stop());

  it('is closed to visitors and admins', async () => {
    const admin = await anAdmin(kickoff);

    await asVisitor(kickoff).get('/api/events').expect(401);
    await as(kickoff, admin).get('/api/events').expect(401);
  });

  it('opens by bearer or cookie, is never kept and never waits in a proxy', async () => {
    const login = await asVisitor(kickoff)
      .post('/api/auth/login')
      .send({ email: ann.email, password: ann.password });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const byCookie = new Listener({ Cookie: cookie });
    open.push(byCookie);

    await byCookie.connect(kickoff);
    const byBearer = await listens(ann);

    expect([byCookie.status, byBearer.status]).toEqual([200, 200]);
  });

  it('tells everyone of a post, as one line of JSON', async () => {
    const [annHears, bobHears] = [await listens(ann), await listens(bob)];

    const id = await aPostBy(ann);

    await hears(bobHears, id);
    await hears(annHears, id);
    expect(bobHears.heard.at(-1)).toMatchObject({
      name: 'post.created',
      data: { _id: id, user: { _id: ann.id, username: ann.username } },
    });
  });

  it('keeps line breaks of a name out of the stream', async () => {
    const bobHears = await listens(bob);
    const id = newId();

    await live().tell(
      'post.created',
      { _id: id, user: { _id: ann.id, username: 'A\n\nevent: reset\ndata: {}\n\n\u2028' } },
      { to: 'everyone' },
    );

    await hears(bobHears, id);
    expect(bobHears.namesHeard()).toEqual(['post.created']);
  });

  it('tells a story to followers alone', async () => {
    const cat = await aFan(kickoff);
    await as(kickoff, cat).post(`/api/user/follow/${ann.id}`).expect(200);
    const [catHears, bobHears] = [await listens(cat), await listens(bob)];
    const id = newId();

    await live().tell(
      'story.created',
      { _id: id, user: { _id: ann.id, username: ann.username } },
      { to: 'followersOf', fanId: ann.id },
    );
    const last = await aPostBy(ann);

    await hears(catHears, last);
    await hears(bobHears, last);
    expect(heardIds(catHears)).toEqual([id, last]);
    expect(heardIds(bobHears)).toEqual([last]);
  });

  it('tells a fan nothing of one whom a block keeps apart, from the next event on', async () => {
    const [cat, dan] = [await aFan(kickoff), await aFan(kickoff)];
    const [catHears, danHears] = [await listens(cat), await listens(dan)];
    const before = await aPostBy(cat);
    await hears(danHears, before);

    await as(kickoff, cat).post(`/api/user/block/${dan.id}`).expect(204);
    const ofCat = await aPostBy(cat);
    const ofDan = await aPostBy(dan);
    const last = await aPostBy(bob);

    await hears(danHears, last);
    await hears(catHears, last);
    expect(heardIds(danHears)).toEqual([before, ofDan, last]);
    expect(heardIds(catHears)).toEqual([before, ofCat, last]);
  });

  it('begins to tell of a fan from the follow on', async () => {
    const cat = await aFan(kickoff);
    const catHears = await listens(cat);

    await as(kickoff, cat).post(`/api/user/follow/${ann.id}`).expect(200);
    const id = newId();
    await live().tell(
      'story.created',
      { _id: id, user: { _id: ann.id, username: ann.username } },
      { to: 'followersOf', fanId: ann.id },
    );

    await hears(catHears, id);
    expect(heardIds(catHears)).toEqual([id]);
  });

  it('tells a notification to its fan alone', async () => {
    const [annHears, bobHears] = [await listens(ann), await listens(bob)];
    const id = newId();

    await notice(ann, id);
    const last = await aPostBy(ann);

    await hears(annHears, last);
    await hears(bobHears, last);
    expect(annHears.namesHeard()).toEqual(['notification', 'post.created']);
    expect(bobHears.namesHeard()).toEqual(['post.created']);
  });

  it('resumes where a fan left, without loss and without doubling', async () => {
    const first = await listens(ann);
    const seen = await aPostBy(bob);
    await hears(first, seen);
    first.disconnect();
    const missed = [await aPostBy(bob), await aPostBy(bob), await aPostBy(bob)];

    const again = await listens(ann, first.lastEventId);
    const after = await aPostBy(bob);

    await hears(again, after);
    expect(heardIds(again)).toEqual([...missed, after]);
  });

  it('resumes for whoever had heard nothing yet', async () => {
    const first = await listens(ann);
    await until(() => first.lastEventId);
    first.disconnect();
    const missed = await aPostBy(bob);

    const again = await listens(ann, first.lastEventId);

    await hears(again, missed);
    expect(heardIds(again)).toEqual([missed]);
  });

  it.each(['', '0', 'nonsense', '9'.repeat(100), 'id: 1', '../../etc'])(
    'answers the id %j with one reset',
    async (id) => {
      const listener = await listens(ann, id);
      const after = await aPostBy(bob);

      await hears(listener, after);
      expect(listener.namesHeard()).toEqual(['reset', 'post.created']);
    },
  );

  it('can be resumed after a reset', async () => {
    const listener = await listens(ann, 'nonsense');
    await until(() => listener.heard.length > 0 || undefined);
    listener.disconnect();
    const missed = await aPostBy(bob);

    const again = await listens(ann, listener.lastEventId);

    await hears(again, missed);
    expect(again.namesHeard()).toEqual(['post.created']);
  });

  it('shows that it lives, and where it stands, without an event', async () => {
    const listener = await listens(bob);
    const id = newId();
    await live().tell(
      'story.created',
      { _id: id, user: { _id: ann.id, username: ann.username } },
      { to: 'followersOf', fanId: ann.id },
    );
    await until(() => listener.beats > 0 || undefined);
    const [beats, position] = [listener.beats, listener.lastEventId];

    await until(async () => {
      await streams().beat();
      return listener.lastEventId !== position || undefined;
    });

    expect(listener.beats).toBeGreaterThan(beats);
    expect(listener.heard).toEqual([]);
  });

  it('is ended by a logout, and by nobody else’s', async () => {
    const other = await logIn(kickoff, ann);
    const [first, second] = [await listens(ann), await listens(other)];

    await as(kickoff, other).post('/api/auth/logout').expect(204);

    await until(() => second.hasEnded || undefined);
    expect(first.hasEnded).toBe(false);
    const last = await aPostBy(bob);
    await hears(first, last);
  });

  it('is ended when another device ends the session', async () => {
    const other = await logIn(kickoff, ann);
    const listener = await listens(other);
    const sessions = await as(kickoff, other).get('/api/user/sessions').expect(200);
    const { _id } = (sessions.body as { _id: string; current: boolean }[]).find(
      ({ current }) => current,
    ) ?? { _id: '' };

    await as(kickoff, ann).delete(`/api/user/sessions/${_id}`).expect(204);

    await until(() => listener.hasEnded || undefined);
  });

  it('is ended by a change of the password', async () => {
    const cat = await aFan(kickoff);
    const listener = await listens(cat);

    await as(kickoff, cat)
      .post('/api/user/change-password')
      .send({ currentPassword: cat.password, newPassword: 'another good one 77' })
      .expect(200);

    await until(() => listener.hasEnded || undefined);
  });

  it('is ended at the next heartbeat when the session has run out or was ended elsewhere', async () => {
    const cat = await aFan(kickoff);
    const [listener, other] = [await listens(cat), await listens(ann)];
    await kickoff.connection
      .collection('sessions')
      .deleteMany({ ownerId: new Types.ObjectId(cat.id) });

    await streams().beat();

    await until(() => listener.hasEnded || undefined);
    expect(other.hasEnded).toBe(false);
  });

  it('is open at most five times for a fan: the oldest is closed', async () => {
    const cat = await aFan(kickoff);
    const listeners: Listener[] = [];
    for (let count = 0; count < 5; count += 1) listeners.push(await listens(cat));
    const [oldest, ...others] = listeners;

    others.push(await listens(cat));

    await until(() => oldest?.hasEnded || undefined);
    const last = await aPostBy(bob);
    for (const listener of others) await hears(listener, last);
  });

  it('drops a client that does not read', async () => {
    const cat = await aFan(kickoff);
    const listener = await listens(cat);
    listener.stall();
    const before = streams().count;

    await until(async () => {
      await live().tell(
        'post.created',
        { _id: newId(), user: { _id: ann.id, username: 'x'.repeat(100_000) } },
        { to: 'everyone' },
      );
      return streams().count < before || undefined;
    });

    expect(streams().count).toBeLessThan(before);
  });

  it('holds nothing of a client that has gone', async () => {
    const before = streams().count;
    const listener = await listens(ann);
    expect(streams().count).toBe(before + 1);

    listener.disconnect();

    await until(() => streams().count === before || undefined);
  });

  it('loses nothing, doubles nothing and tells nothing forbidden over random histories', async () => {
    const fans = [ann, bob, await aFan(kickoff), await aFan(kickoff)];
    let seed = 20_261_121;
    const pick = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const listeners = await Promise.all(fans.map((fan) => listens(fan)));
    const expected: string[][] = fans.map(() => []);
    const heardBefore: string[][] = fans.map(() => []);
    const isOn = fans.map(() => true);

    for (let step = 0; step < 400; step += 1) {
      const who = pick(fans.length);
      const fan = fans[who];
      if (!fan) continue;
      if (pick(4) > 0) {
        const isPrivate = pick(3) === 0;
        const id = newId();
        if (isPrivate) await notice(fan, id);
        else {
          const user = { _id: fan.id, username: fan.username };
          await live().tell('post.created', { _id: id, user }, { to: 'everyone' });
        }
        for (const [at, ids] of expected.entries()) if (!isPrivate || at === who) ids.push(id);
      } else if (isOn[who]) {
        listeners[who]?.disconnect();
        isOn[who] = false;
      } else {
        heardBefore[who]?.push(...heardIds(listeners[who] ?? new Listener({})));
        listeners[who] = await listens(fan, listeners[who]?.lastEventId);
        isOn[who] = true;
      }
    }
    for (const [at, fan] of fans.entries()) {
      if (isOn[at]) continue;
      heardBefore[at]?.push(...heardIds(listeners[at] ?? new Listener({})));
      listeners[at] = await listens(fan, listeners[at]?.lastEventId);
    }
    const last = await aPostBy(bob);
    for (const listener of listeners) await hears(listener, last);

    for (const [at, listener] of listeners.entries()) {
      expect([...(heardBefore[at] ?? []), ...heardIds(listener)]).toEqual([
        ...(expected[at] ?? []),
        last,
      ]);
    }
  });

  it('closes at once when the server ends', async () => {
    const other = await kickoff.another();
    const listener = await listens(ann, undefined, other);

    await other.close();

    await until(() => listener.hasEnded || undefined);
  });

  it('never resumes from before the server forgot what happened', async () => {
    const listener = await listens(ann);
    await hears(listener, await aPostBy(bob));
    listener.disconnect();
    const other = await startKickOff({});

    const stranger = await aFan(other);
    const again = new Listener(bearer(stranger));
    again.lastEventId = listener.lastEventId;
    open.push(again);
    await again.connect(other);

    await until(() => again.heard.length > 0 || undefined);
    expect(again.namesHeard()).toEqual(['reset']);
    await other.stop();
  });
});

describe('two instances over Redis', () => {
  it(
    'tell alike, resume at each other, and end streams together',
    async () => {
      const one = await startKickOff({ REDIS_URL: redisUrl });
      const other = await one.another();
      const [ann, bob] = [await aFan(one), await aFan(one)];
      const tell = async (instance: KickOff) => {
        const id = new Types.ObjectId().toString();
        await instance.app
          .get(LiveService, { strict: false })
          .tell(
            'post.created',
            { _id: id, user: { _id: ann.id, username: 'Ann' } },
            { to: 'readersOf', fanId: ann.id },
          );
        return id;
      };
      const ids = (listener: Listener) =>
        listener.heard.map(({ data }) => (data as { _id: string })._id);
      const listener = new Listener({ Authorization: `Bearer ${bob.token}` });
      await listener.connect(other);

      const first = await tell(one);
      await until(() => ids(listener).includes(first) || undefined);
      listener.disconnect();
      const missed = await tell(other);
      await listener.connect(one);
      const then = await tell(other);
      await until(() => ids(listener).includes(then) || undefined);
      expect(ids(listener)).toEqual([first, missed, then]);

      await as(other, ann).post(`/api/user/block/${bob.id}`).expect(204);
      await tell(one);
      await as(other, bob).post('/api/auth/logout').expect(204);
      await until(() => listener.hasEnded || undefined);
      expect(ids(listener)).toEqual([first, missed, then]);

      await other.close();
      await one.stop();
    },
    MINUTE_MS,
  );
});

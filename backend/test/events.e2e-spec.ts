import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';

import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import {
  carriers,
  EventFixture,
  receivedIds,
  untilReceived,
  newId,
} from './support/event-fixture.js';
import { until } from './support/until.js';
import { postWith } from './support/uploads.js';

describe.each(carriers(2))('event stream %s', (_, settings) => {
  let fixture: EventFixture;

  beforeAll(async () => {
    fixture = await EventFixture.open(settings);
  });
  afterEach(() => fixture.empty());
  afterAll(() => fixture.kickoff.stop());

  it('returns 401 to visitors and admins', async () => {
    const admin = await anAdmin(fixture.kickoff);

    await asVisitor(fixture.kickoff).get('/api/events').expect(401);
    await as(fixture.kickoff, admin).get('/api/events').expect(401);
  });

  it('opens with bearer or cookie', async () => {
    const login = await asVisitor(fixture.kickoff)
      .post('/api/auth/login')
      .send({ email: fixture.ann.email, password: fixture.ann.password });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const byCookie = await fixture.listensWith({ Cookie: cookie });
    const byBearer = await fixture.listens(fixture.ann);

    expect([byCookie.status, byBearer.status]).toEqual([200, 200]);
  });

  it('sends a new post to all fans', async () => {
    const [annListener, bobListener] = [
      await fixture.listens(fixture.ann),
      await fixture.listens(fixture.bob),
    ];

    const id = await fixture.aPostBy(fixture.ann);

    await untilReceived(bobListener, id);
    await untilReceived(annListener, id);
    expect(bobListener.received.at(-1)).toMatchObject({
      name: 'post.created',
      data: { _id: id, user: { _id: fixture.ann.id, username: fixture.ann.username } },
    });
  });

  it('escapes line breaks in a name', async () => {
    const bobListener = await fixture.listens(fixture.bob);
    const id = newId();

    await fixture.live.publish(
      'post.created',
      { _id: id, user: { _id: fixture.ann.id, username: 'A\n\nevent: reset\ndata: {}\n\n\u2028' } },
      { to: 'everyone' },
    );

    await untilReceived(bobListener, id);
    expect(bobListener.receivedNames()).toEqual(['post.created']);
  });

  it('sends a story to followers only', async () => {
    const cat = await aFan(fixture.kickoff);
    await as(fixture.kickoff, cat).post(`/api/user/follow/${fixture.ann.id}`).expect(200);
    const [catListener, bobListener] = [
      await fixture.listens(cat),
      await fixture.listens(fixture.bob),
    ];
    const id = newId();

    await fixture.live.publish(
      'story.created',
      { _id: id, user: { _id: fixture.ann.id, username: fixture.ann.username } },
      { to: 'followersOf', fanId: fixture.ann.id },
    );
    const last = await fixture.aPostBy(fixture.ann);

    await untilReceived(catListener, last);
    await untilReceived(bobListener, last);
    expect(receivedIds(catListener)).toEqual([id, last]);
    expect(receivedIds(bobListener)).toEqual([last]);
  });

  it('sends no event between fans after a block', async () => {
    const [cat, dan] = [await aFan(fixture.kickoff), await aFan(fixture.kickoff)];
    const [catListener, danListener] = [await fixture.listens(cat), await fixture.listens(dan)];
    const before = await fixture.aPostBy(cat);
    await untilReceived(danListener, before);

    await as(fixture.kickoff, cat).post(`/api/user/block/${dan.id}`).expect(204);
    const ofCat = await fixture.aPostBy(cat);
    const ofDan = await fixture.aPostBy(dan);
    const last = await fixture.aPostBy(fixture.bob);

    await untilReceived(danListener, last);
    await untilReceived(catListener, last);
    expect(receivedIds(danListener)).toEqual([before, ofDan, last]);
    expect(receivedIds(catListener)).toEqual([before, ofCat, last]);
  });

  it("sends no new post with a muted word, except the fan's own", async () => {
    const { kickoff, bob } = fixture;
    const cat = await aFan(kickoff);
    const [catListener, bobListener] = [await fixture.listens(cat), await fixture.listens(bob)];
    const send = async (by: Caller, text: string, quote = '') => {
      const { _id } = await postWith(kickoff, by, {}, { text, quote });
      await untilReceived(bobListener, _id);
      return _id;
    };
    const before = await send(bob, `${'Long '.repeat(80)}referee`);

    await as(kickoff, cat)
      .put('/api/user/muted-words')
      .send([{ word: 'referee' }])
      .expect(200);
    await send(bob, 'The REFEREE!');
    await send(bob, 'Look at this', before);
    const own = await send(cat, 'My referee');
    const last = await send(bob, 'Referees');

    await untilReceived(catListener, last);
    expect(receivedIds(catListener)).toEqual([before, own, last]);
  });

  it('sends stories of a fan right after the follow', async () => {
    const cat = await aFan(fixture.kickoff);
    const catListener = await fixture.listens(cat);

    await as(fixture.kickoff, cat).post(`/api/user/follow/${fixture.ann.id}`).expect(200);
    const id = newId();
    await fixture.live.publish(
      'story.created',
      { _id: id, user: { _id: fixture.ann.id, username: fixture.ann.username } },
      { to: 'followersOf', fanId: fixture.ann.id },
    );

    await untilReceived(catListener, id);
    expect(receivedIds(catListener)).toEqual([id]);
  });

  it('sends a notification to its fan only', async () => {
    const [annListener, bobListener] = [
      await fixture.listens(fixture.ann),
      await fixture.listens(fixture.bob),
    ];
    const id = newId();

    await fixture.notify(fixture.ann, id);
    const last = await fixture.aPostBy(fixture.ann);

    await untilReceived(annListener, last);
    await untilReceived(bobListener, last);
    expect(annListener.receivedNames()).toEqual(['notification', 'post.created']);
    expect(bobListener.receivedNames()).toEqual(['post.created']);
  });

  describe('while a stream opens', () => {
    let continueLoading: () => void;
    let isLoading: Promise<void>;

    beforeEach(() => {
      const canContinue = new Promise<void>((resolve) => (continueLoading = resolve));
      isLoading = new Promise<void>((resolve) => {
        jest.spyOn(fixture.streams['matchPosts'], 'refresh').mockImplementation(async (fanIds) => {
          if (![...fanIds].includes(fixture.bob.id)) return;
          resolve();
          await canContinue;
        });
      });
    });
    afterEach(() => {
      jest.restoreAllMocks();
    });

    it('writes neither heartbeats nor resets before the head of the response', async () => {
      const opened = fixture.listens(fixture.bob);
      await isLoading;

      await fixture.streams.sendHeartbeats();
      fixture.streams.onGap();
      continueLoading();
      const listener = await opened;
      const id = await fixture.aPostBy(fixture.ann);

      await untilReceived(listener, id);
      expect(listener.status).toBe(200);
      expect(listener.receivedNames()).toEqual(['reset', 'post.created']);
    });

    it('ends the response of a stream whose session ends', async () => {
      const opened = fixture.listens(fixture.bob);
      await isLoading;

      for (const stream of fixture.streams['streams']()) stream.end();
      const listener = await opened;
      continueLoading();

      await until(() => listener.hasEnded || undefined);
      expect(listener.status).toBe(200);
      expect(listener.received).toEqual([]);
    });
  });

  it('sends heartbeats with the position when there is no visible event', async () => {
    const listener = await fixture.listens(fixture.bob);
    const id = newId();
    await fixture.live.publish(
      'story.created',
      { _id: id, user: { _id: fixture.ann.id, username: fixture.ann.username } },
      { to: 'followersOf', fanId: fixture.ann.id },
    );
    await until(() => listener.beats > 0 || undefined);
    const [beats, position] = [listener.beats, listener.lastEventId];

    await until(async () => {
      await fixture.streams.sendHeartbeats();
      return listener.lastEventId !== position || undefined;
    });

    expect(listener.beats).toBeGreaterThan(beats);
    expect(listener.received).toEqual([]);
  });
});

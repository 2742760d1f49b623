import { createECDH } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PushKey, PushSubscriptionRow } from '@kickoff/contracts';
import { z } from 'zod';

import { Browser } from './support/browsers.js';
import { aFan, anAdmin, as, asVisitor, type Caller, logIn } from './support/callers.js';
import { expectTraces } from './support/fan-life.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

const DAY_MS = 24 * 60 * 60_000;
const DOUBLE = 'http://127.0.0.1:4001';
const PATH = '/api/user/push-subscriptions';
const Rows = z.array(PushSubscriptionRow.strict());

describe('push subscriptions', () => {
  let kickoff: KickOff;
  let ann: Caller;
  let bob: Caller;
  let number = 0;

  beforeAll(async () => {
    kickoff = await startKickOff({ PUSH_TEST_ORIGINS: DOUBLE });
  });
  beforeEach(async () => {
    [ann, bob] = await Promise.all([aFan(kickoff), aFan(kickoff)]);
  });
  afterAll(() => kickoff.stop());

  const aBrowser = () => new Browser(`${DOUBLE}/send/${(number += 1)}`);
  const send = (fan: Caller, body: object) => as(kickoff, fan).post(PATH).send(body);
  const listOf = async (fan: Caller) =>
    Rows.parse((await as(kickoff, fan).get(PATH).expect(200)).body);
  const stored = () => kickoff.connection.collection('push_subscriptions').countDocuments();

  it('returns the same public key, a point of P-256, to every fan', async () => {
    const keyFor = async (fan: Caller) =>
      PushKey.strict().parse((await as(kickoff, fan).get('/api/push/key').expect(200)).body).key;

    const key = await keyFor(ann);

    expect(Buffer.from(key, 'base64url').length).toBe(65);
    expect(await keyFor(bob)).toBe(key);
  });

  it('every call answers 401 without a session', async () => {
    const visitor = asVisitor(kickoff);
    const answers = [
      await visitor.get('/api/push/key'),
      await visitor.get(PATH),
      await visitor.post(PATH).send(aBrowser().subscription),
      await visitor.delete(PATH).send({ endpoint: DOUBLE }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('lists a new subscription with its host and time, without its keys', async () => {
    const browser = aBrowser();

    const answer = await send(ann, browser.subscription).expect(201);

    const [row] = await listOf(ann);
    expect(Object.keys(answer.body as object)).toEqual(['_id']);
    expect(row).toMatchObject({ ...(answer.body as object), host: '127.0.0.1:4001' });
    expect(await listOf(bob)).toEqual([]);
  });

  it('answers 200 with the same id for a known endpoint', async () => {
    const browser = aBrowser();
    const first = await send(ann, browser.subscription).expect(201);

    const again = await send(ann, browser.subscription).expect(200);

    expect(again.body).toEqual(first.body);
    expect(await listOf(ann)).toHaveLength(1);
  });

  it('assigns an endpoint to the last fan who sent it', async () => {
    const browser = aBrowser();
    const first = await send(ann, browser.subscription).expect(201);

    const second = await send(bob, browser.subscription).expect(200);

    expect(second.body).toEqual(first.body);
    expect([(await listOf(ann)).length, (await listOf(bob)).length]).toEqual([0, 1]);
    await as(kickoff, ann).delete(PATH).send({ endpoint: browser.endpoint }).expect(204);
    expect(await listOf(bob)).toHaveLength(1);
  });

  it('stores one row for an endpoint that is sent ten times concurrently', async () => {
    const { subscription } = aBrowser();

    const answers = await Promise.all(Array.from({ length: 10 }, () => send(ann, subscription)));

    const ids = answers.map(({ body }) => JSON.stringify(body));
    expect(new Set(ids).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([...all(9, 200), 201]);
    expect(await listOf(ann)).toHaveLength(1);
  });

  it('replaces the oldest of ten subscriptions by the eleventh', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      ids.push(await aBrowser().subscribe(kickoff, ann));
    }

    const listed = (await listOf(ann)).map(({ _id }) => _id);

    expect(listed).toEqual(ids.slice(1).reverse());
  });

  it('answers 204 for each deletion by endpoint, including a repeated one', async () => {
    const browser = aBrowser();
    await browser.subscribe(kickoff, ann);
    const remove = (endpoint: string) => as(kickoff, ann).delete(PATH).send({ endpoint });

    await remove(browser.endpoint).expect(204);
    await remove(browser.endpoint).expect(204);
    await remove('no address').expect(204);

    expect(await listOf(ann)).toEqual([]);
    await as(kickoff, ann).delete(PATH).send({}).expect(400);
    await as(kickoff, ann).delete(PATH).send({ endpoint: 7 }).expect(400);
  });

  it.each([
    'https://127.0.0.1/send',
    'https://2130706433/send',
    'https://0x7f.1/send',
    'https://[::ffff:10.0.0.1]/send',
    'https://localhost/send',
    'https://does-not-resolve.invalid/send',
    'http://push.example/send',
    'http://127.0.0.1:4002/send',
    'https://ann:secret@push.example/send',
    'send',
    '',
  ])('refuses the endpoint %s', async (endpoint) => {
    const answer = await send(ann, { ...aBrowser().subscription, endpoint });

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'invalid_input', details: [{ path: 'endpoint' }] });
    expect(await listOf(ann)).toEqual([]);
  });

  it('refuses an endpoint of more than 2,048 characters', async () => {
    const { subscription } = aBrowser();
    const endpointOf = (length: number) => `${DOUBLE}/`.padEnd(length, 'a');

    await send(ann, { ...subscription, endpoint: endpointOf(2_048) }).expect(201);
    await send(ann, { ...subscription, endpoint: endpointOf(2_049) }).expect(400);
  });

  it('refuses keys that are no point of P-256 or not 16 bytes', async () => {
    const { subscription } = aBrowser();
    const { p256dh, auth } = subscription.keys;
    const otherCurve = createECDH('secp256k1').generateKeys().toString('base64url');
    const offCurve = Buffer.from(p256dh, 'base64url').fill(7, 33).toString('base64url');
    const keys: object[] = [
      { p256dh: otherCurve, auth },
      { p256dh: offCurve, auth },
      { p256dh: p256dh.slice(0, -2), auth },
      { p256dh: `${p256dh.slice(0, -1)}!`, auth },
      { p256dh: '', auth },
      { p256dh, auth: Buffer.alloc(15).toString('base64url') },
      { p256dh, auth: Buffer.alloc(17).toString('base64url') },
      { p256dh, auth: '' },
      { p256dh, auth: ['a'] },
      { p256dh },
    ];

    for (const wrong of keys) await send(ann, { ...subscription, keys: wrong }).expect(400);
    await send(ann, { endpoint: subscription.endpoint }).expect(400);

    expect(await listOf(ann)).toEqual([]);
  });

  it('expires at the time that the browser specified', async () => {
    const now = kickoff.clock.now().getTime();
    const { subscription } = aBrowser();
    await send(ann, { ...subscription, expirationTime: now - 1 }).expect(400);
    await send(ann, { ...subscription, expirationTime: now + DAY_MS }).expect(201);

    kickoff.clock.advance(DAY_MS);

    expect(await listOf(ann)).toEqual([]);
    kickoff.clock.advance(-DAY_MS);
  });

  describe('end of a subscription with its session', () => {
    it('a logout removes only the subscriptions of its session', async () => {
      const phone = await logIn(kickoff, ann);
      await aBrowser().subscribe(kickoff, ann);
      const other = await aBrowser().subscribe(kickoff, phone);

      await as(kickoff, ann).post('/api/auth/logout').expect(204);

      expect((await listOf(phone)).map(({ _id }) => _id)).toEqual([other]);
    });

    it('a password change removes the subscriptions of the fan', async () => {
      await aBrowser().subscribe(kickoff, ann);
      const form = { currentPassword: ann.password, newPassword: 'another long secret' };

      const answer = await as(kickoff, ann).post('/api/user/change-password').send(form);

      const { token } = z.object({ token: z.string() }).parse(answer.body);
      expect(await listOf({ ...ann, token })).toEqual([]);
    });

    it('a suspension removes the subscriptions of the fan', async () => {
      const admin = await anAdmin(kickoff);
      await aBrowser().subscribe(kickoff, ann);

      const act = (name: string) => as(kickoff, admin).post(`/api/admin/users/${ann.id}/${name}`);
      await act('suspend').send({ reason: 'Spam' }).expect(200);
      await act('restore').send({}).expect(200);

      expect(await listOf(await logIn(kickoff, ann))).toEqual([]);
    });

    it('an account deletion leaves no data of the subscription', async () => {
      await aBrowser().subscribe(kickoff, ann);

      await as(kickoff, ann).delete('/api/user').send({ password: ann.password }).expect(200);

      await expectTraces(kickoff, ann, ['account_removals']);
    });

    it('a session that is unused for eight days loses its subscription', async () => {
      await aBrowser().subscribe(kickoff, ann);
      kickoff.clock.advance(8 * DAY_MS);

      const back = await logIn(kickoff, ann);

      expect(await listOf(back)).toEqual([]);
      kickoff.clock.advance(-8 * DAY_MS);
    });
  });

  it('warns at the start when PUSH_TEST_ORIGINS is set', async () => {
    let log = '';
    const variables = { PUSH_TEST_ORIGINS: DOUBLE, LOG_LEVEL: 'warn' };
    const open = await startKickOff(variables, { write: (line) => (log += line) });
    await open.stop();

    expect(log).toContain('"event":"push_test_origins_open"');
    expect(log).toContain(DOUBLE);
  });

  it('deletes the stored row of an ended session when the list is read', async () => {
    const phone = await logIn(kickoff, ann);
    await aBrowser().subscribe(kickoff, ann);
    await as(kickoff, ann).post('/api/auth/logout').expect(204);
    const before = await stored();

    await listOf(phone);

    expect(await stored()).toBe(before - 1);
  });
});

function all(count: number, status: number): number[] {
  return Array.from({ length: count }, () => status);
}

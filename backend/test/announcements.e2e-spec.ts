import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Announcement, AuditEntry } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { NOT_TEXT } from './support/wrong-types.js';

const MINUTE_MS = 60_000;

describe('announcements', () => {
  let kickoff: KickOff;
  let ada: Caller;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    ada = await anAdmin(kickoff);
    alice = await aFan(kickoff);
  });
  beforeEach(async () => {
    await kickoff.connection.collection('announcements').deleteMany({});
  });
  afterAll(() => kickoff.stop());

  const announce = (form: object) => as(kickoff, ada).post('/api/admin/announcements').send(form);
  const inMinutes = (minutes: number) =>
    new Date(kickoff.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
  async function made(form: object): Promise<Announcement> {
    return Announcement.strict().parse((await announce(form).expect(201)).body);
  }
  async function textsFor(caller: Caller, address: string): Promise<string[]> {
    const answer = await as(kickoff, caller).get(address).expect(200);
    return z
      .array(Announcement.strict())
      .parse(answer.body)
      .map(({ text }) => text);
  }
  const shown = () => textsFor(alice, '/api/announcements');

  it('are shown from creation until deletion when no time is given', async () => {
    const { _id } = await made({ text: 'Tonight at 22:00 KickOff rests for 5 minutes' });
    const before = await shown();
    await as(kickoff, ada).delete(`/api/admin/announcements/${_id}`).expect(204);

    expect(before).toEqual(['Tonight at 22:00 KickOff rests for 5 minutes']);
    expect(await shown()).toEqual([]);
  });

  it('are shown only between startsAt and endsAt', async () => {
    await made({ text: 'Half-time', startsAt: inMinutes(10), endsAt: inMinutes(20) });

    const seen: number[] = [];
    for (const minutes of [0, 11, 10]) {
      kickoff.clock.advance(minutes * MINUTE_MS);
      seen.push((await shown()).length);
    }

    expect(seen).toEqual([0, 1, 0]);
  });

  it('are returned unchanged, newest first', async () => {
    await made({ text: 'First', startsAt: inMinutes(-5) });
    await made({ text: '  <b>Second</b> & line\nbreak ' });

    expect(await shown()).toEqual(['  <b>Second</b> & line\nbreak ', 'First']);
  });

  it('are all shown when eight are current', async () => {
    const texts = Array.from({ length: 8 }, (_, count) => `Number ${count}`);
    for (const text of texts) await made({ text });

    expect((await shown()).sort()).toEqual(texts);
  });

  it('are paged for admins, past and future ones included', async () => {
    await made({ text: 'Past', startsAt: inMinutes(-20), endsAt: inMinutes(-10) });
    await made({ text: 'Present' });
    await made({ text: 'Coming', startsAt: inMinutes(60) });

    const pages = await everyPage(kickoff, ada, '/api/admin/announcements?limit=1');
    const { headers } = await as(kickoff, ada).get('/api/admin/announcements').expect(200);

    const texts = pages.flatMap((page) =>
      z
        .array(Announcement)
        .parse(page)
        .map(({ text }) => text),
    );
    expect(texts).toEqual(['Coming', 'Present', 'Past']);
    expect(headers['x-total-count']).toBe('3');
  });

  it('are audited when created and when deleted', async () => {
    const { _id } = await made({ text: 'Hello' });
    await as(kickoff, ada).delete(`/api/admin/announcements/${_id}`).expect(204);
    await as(kickoff, ada).delete(`/api/admin/announcements/${_id}`).expect(404);

    const answer = await as(kickoff, ada).get(`/api/admin/audit-log?target=${_id}`).expect(200);
    expect(z.array(AuditEntry).parse(answer.body)).toMatchObject([
      { action: 'announcement.delete', actor: { _id: ada.id } },
      { action: 'announcement.create', details: { text: 'Hello' } },
    ]);
  });

  it('are created once per Idempotency-Key, also after an attempt that never completed', async () => {
    const form = { text: 'Once' };
    const retry = () => announce(form).set('Idempotency-Key', 'announce-once').expect(201);
    const first = Announcement.parse((await retry()).body);

    const second = Announcement.parse((await retry()).body);
    await kickoff.connection
      .collection('idempotency_keys')
      .updateOne({ resultId: first._id }, { $unset: { status: 1 } });
    kickoff.clock.advance(MINUTE_MS);
    const third = Announcement.parse((await retry()).body);

    expect([second, third]).toEqual([first, first]);
    expect(await shown()).toEqual(['Once']);
    const entries = await as(kickoff, ada).get(`/api/admin/audit-log?target=${first._id}`);
    expect(entries.body).toHaveLength(1);
  });

  it('return 404 for a repeated key whose announcement has been deleted', async () => {
    const retry = () => announce({ text: 'Gone' }).set('Idempotency-Key', 'announce-gone');
    const { _id } = Announcement.parse((await retry().expect(201)).body);
    await as(kickoff, ada).delete(`/api/admin/announcements/${_id}`).expect(204);

    await retry().expect(404);

    expect(await shown()).toEqual([]);
  });

  it.each([
    ...NOT_TEXT.map((text) => ({ text })),
    ...NOT_TEXT.filter((value) => value !== null).map((startsAt) => ({ text: 'Hi', startsAt })),
    ...NOT_TEXT.filter((value) => value !== null).map((endsAt) => ({ text: 'Hi', endsAt })),
    {},
    { text: '' },
    { text: ' \u200B\n' },
    { text: 'a'.repeat(501) },
    { text: 'Hi', startsAt: 'tomorrow' },
    { text: 'Hi', startsAt: '2026-05-02T10:00:00Z', endsAt: '2026-05-02T10:00:00Z' },
    { text: 'Hi', endsAt: '2020-01-01T00:00:00Z' },
  ])('returns 400 for %j', async (form) => {
    await announce(form).expect(400);

    expect(await shown()).toEqual([]);
  });

  it('can be created, deleted and listed by admins only, and not read by visitors', async () => {
    const { _id } = await made({ text: 'Hello' });

    await as(kickoff, alice).post('/api/admin/announcements').send({ text: 'Mine' }).expect(401);
    await as(kickoff, alice).delete(`/api/admin/announcements/${_id}`).expect(401);
    await as(kickoff, alice).get('/api/admin/announcements').expect(401);
    await asVisitor(kickoff).get('/api/announcements').expect(401);
    expect(await shown()).toEqual(['Hello']);
  });

  it('are read by one index scan', async () => {
    for (let count = 0; count < 3; count += 1) await made({ text: `Number ${count}` });

    const operations = await operationsOf(kickoff, () =>
      as(kickoff, alice).get('/api/announcements').expect(200),
    );

    expect(operations.map(({ collection }) => collection)).toEqual(['announcements']);
    expectIndexesAlone('announcements', operations);
  });
});

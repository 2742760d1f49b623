import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MutedWords } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { findSource } from './support/personal-data-sources.js';

const ADDRESS = '/api/user/muted-words';
const HOUR_MS = 60 * 60_000;

describe('/api/user/muted-words', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  afterAll(() => kickoff.stop());
  beforeEach(async () => {
    alice = await aFan(kickoff);
  });

  const put = (words: unknown, by = alice) => as(kickoff, by).put(ADDRESS).send(Object(words));
  const list = async (by = alice) =>
    MutedWords.parse((await as(kickoff, by).get(ADDRESS).expect(200)).body);
  const inFuture = (ms: number) => new Date(kickoff.clock.now().getTime() + ms).toISOString();

  it('returns an empty list for a new fan', async () => {
    expect(await list()).toEqual([]);
  });

  it('replaces the whole list and returns it as stored', async () => {
    await put([{ word: 'VAR' }]).expect(200);

    const until = inFuture(HOUR_MS);
    const answer = await put([{ word: '  red card ' }, { word: '⚽', until }]).expect(200);

    expect(answer.body).toEqual([{ word: 'red card' }, { word: '⚽', until }]);
    expect(await list()).toEqual(answer.body);
    await put([]).expect(200);
    expect(await list()).toEqual([]);
  });

  it('returns until in UTC', async () => {
    const answer = await put([{ word: 'VAR', until: '2999-01-01T02:00:00+02:00' }]).expect(200);

    expect(answer.body).toEqual([{ word: 'VAR', until: '2999-01-01T00:00:00.000Z' }]);
  });

  it('stores only the last of several words that are equal when folded', async () => {
    const until = inFuture(HOUR_MS);

    await put([{ word: 'Straße', until }, { word: 'other' }, { word: 'STRASSE' }]).expect(200);

    expect(await list()).toEqual([{ word: 'other' }, { word: 'STRASSE' }]);
  });

  it('drops an entry when it expires', async () => {
    await put([{ word: 'final', until: inFuture(HOUR_MS) }, { word: 'VAR' }]).expect(200);

    kickoff.clock.advance(HOUR_MS);

    expect(await list()).toEqual([{ word: 'VAR' }]);
  });

  it('returns the list only to the fan who stored it', async () => {
    await put([{ word: 'VAR' }]).expect(200);

    expect(await list(await aFan(kickoff))).toEqual([]);
  });

  it.each([
    ['a blank word', [{ word: '   ' }]],
    ['an empty word', [{ word: '' }]],
    ['an invisible word', [{ word: '\u200b\u2060' }]],
    ['61 characters', [{ word: 'x'.repeat(61) }]],
    ['a number', [{ word: 1 }]],
    ['an operator', [{ word: { $gt: '' } }]],
    ['no word', [{}]],
    ['a string in place of an entry', ['VAR']],
    ['a date in the past', [{ word: 'VAR', until: '2020-01-01T00:00:00Z' }]],
    ['an invalid date', [{ word: 'VAR', until: 'tomorrow' }]],
    ['an object in place of the list', { word: 'VAR' }],
    ['101 words', Array.from({ length: 101 }, (_, at) => ({ word: `word ${at}` }))],
  ])('refuses %s with 400 and leaves the stored list unchanged', async (_, words) => {
    await put([{ word: 'before' }]).expect(200);

    await put(words).expect(400);

    expect(await list()).toEqual([{ word: 'before' }]);
  });

  it('refuses a request without a body with 400', async () => {
    await as(kickoff, alice).put(ADDRESS).expect(400);
  });

  it('accepts 100 words and 60 characters', async () => {
    const words = Array.from({ length: 99 }, (_, at) => ({ word: `word ${at}` }));

    await put([...words, { word: '😀'.repeat(60) }]).expect(200);

    expect(await list()).toHaveLength(100);
  });

  it('answers 401 without a session', async () => {
    await asVisitor(kickoff).get(ADDRESS).expect(401);
    await asVisitor(kickoff).put(ADDRESS).send([]).expect(401);
  });

  it('other routes refuse an array as the body with 400', async () => {
    const answer = await as(kickoff, alice).patch('/api/user/settings').send([]).expect(400);

    expect(answer.body).toMatchObject({ error: 'The body must be a JSON object' });
  });

  it('the personal data source exports the list and deletes it with the account', async () => {
    await put([{ word: 'VAR' }]).expect(200);
    const source = findSource(kickoff, 'mutedWords');
    const exported: unknown[] = [];
    const fan = { id: alice.id, sessionId: '', audience: 'fan' } as const;
    for await (const row of source.exportOf?.(fan) ?? []) exported.push(row);

    expect(exported).toEqual([{ word: 'VAR' }]);
    await source.removeAllOf(alice.id);
    const rows = kickoff.connection.collection('muted_words');
    expect(await rows.countDocuments({ _id: new Types.ObjectId(alice.id) })).toBe(0);
  });
});

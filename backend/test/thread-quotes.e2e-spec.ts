import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';

import { as, type Caller } from './support/callers.js';
import type { Listener } from './support/listener.js';
import { hasRows, rowsIn, ThreadFixture } from './support/thread-fixture.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;

describe('a quoted post in the thread stream', () => {
  let fixture: ThreadFixture;

  beforeAll(async () => {
    fixture = await ThreadFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.stop());

  const GONE = { gone: true };
  const quote = async (by: Caller, matchId: string, { _id }: Post, text: string) =>
    Post.parse((await fixture.send(by, matchId, text).field('quote', _id).expect(201)).body);
  /** Returns the quote in the row of a post once the stream has sent it. */
  const quoteIn = (listener: Listener, { _id }: Post) =>
    until(() =>
      rowsIn(listener)
        .flatMap((row) => (row.kind === 'post' && row.post._id === _id ? [row.post.quote] : []))
        .at(0),
    );

  it.each(['hidden', 'delayed'] as const)(
    'is gone in the row for a watcher who sees its match %s, whole for one who sees it live',
    async (mode) => {
      const { kickoff, ann, bob, other } = fixture;
      const fans = [ann.id, bob.id, other.id];
      const [watched, another] = (await fixture.rehearse({ startsIn: 600, fans })).matches;
      const [watchedId, anotherId] = [watched?.id ?? '', another?.id ?? ''];
      const untilMs = kickoff.clock.now().getTime() - 10 * SECOND_MS;
      const viewpoint = { matchId: anotherId, mode };
      fixture.see(
        ann,
        anotherId,
        mode === 'hidden'
          ? { mode, viewpoint: { ...viewpoint, mode } }
          : { mode, untilMs, viewpoint: { ...viewpoint, mode, seconds: 10 } },
      );
      const unseen = await fixture.listen(ann, [watchedId]);
      const live = await fixture.listen(other, [watchedId]);
      const original = await fixture.post(bob, anotherId, 'What a goal');

      const quoting = await quote(bob, watchedId, original, 'Over there');

      expect(await quoteIn(live, quoting)).toMatchObject({ text: 'What a goal' });
      expect(await quoteIn(unseen, quoting)).toEqual(GONE);
      expect(JSON.stringify(unseen.received)).not.toContain('What a goal');
    },
  );

  it('of a rehearsal is gone in the row for a watcher who is not part of it', async () => {
    const { ann, bob } = fixture;
    const watchedId = await fixture.aMatch({ startsIn: 600 });
    const secretId = await fixture.aMatch({ startsIn: 600, fans: [bob.id] });
    const [stranger, part] = [
      await fixture.listen(ann, [watchedId]),
      await fixture.listen(bob, [watchedId]),
    ];
    const original = await fixture.post(bob, secretId, 'Secret');

    const quoting = await quote(bob, watchedId, original, 'Over there');

    expect(await quoteIn(part, quoting)).toMatchObject({ text: 'Secret' });
    expect(await quoteIn(stranger, quoting)).toEqual(GONE);
  });

  it('is whole in the row for a watcher although the author mutes the quoted fan', async () => {
    const { kickoff, ann, bob, other } = fixture;
    const fans = [ann.id, bob.id, other.id];
    const matchId = await fixture.aMatch({ startsIn: 600, fans });
    await as(kickoff, bob).post(`/api/user/mute/${other.id}`).expect(204);
    const watcher = await fixture.listen(ann, [matchId]);
    const author = await fixture.listen(bob, [matchId]);
    const original = await fixture.post(other, matchId, 'What a goal');

    const quoting = await quote(bob, matchId, original, 'Look');

    expect(await quoteIn(watcher, quoting)).toMatchObject({ text: 'What a goal' });
    expect(await quoteIn(author, quoting)).toEqual(GONE);
  });

  it('hides the row from a watcher who muted a word that its beginning lacks', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch({ startsIn: 600 });
    await as(kickoff, ann)
      .put('/api/user/muted-words')
      .send([{ word: 'referee' }])
      .expect(200);
    const listener = await fixture.listen(ann, [matchId]);
    const original = await fixture.post(bob, matchId, `${'a'.repeat(300)} referee`);

    await quote(bob, matchId, original, 'Look');
    await fixture.post(bob, matchId, 'Fine');

    await hasRows(listener, ['Fine']);
  });

  it('is whole in the row for a delayed watcher who has reached its moment', async () => {
    const { kickoff, ann, bob } = fixture;
    const matchId = await fixture.aMatch({ startsIn: 600 });
    const nowMs = kickoff.clock.now().getTime();
    const viewpoint = { matchId, mode: 'delayed', seconds: 60 } as const;
    const behind = (ms: number) => ({ mode: 'delayed', untilMs: nowMs - ms, viewpoint }) as const;
    fixture.see(ann, matchId, behind(10 * SECOND_MS));
    fixture.see(bob, matchId, behind(60 * SECOND_MS));
    const listener = await fixture.listen(ann, [matchId]);
    const original = await fixture.post(bob, matchId, 'Behind');

    const quoting = await quote(bob, matchId, original, 'Again');

    expect(await quoteIn(listener, quoting)).toMatchObject({ text: 'Behind' });
  });
});

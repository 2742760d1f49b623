import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { addSearchWords } from '../src/common/mongo/migrations/add-search-words.js';
import { toSearchWords } from '../src/common/text/search-words.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans } from './support/many-fans.js';
import { operationsOf, withoutNotifications } from './support/operations.js';
import { aPostBy } from './support/posts.js';

describe('post search', () => {
  let kickoff: KickOff;
  let ada: Caller;
  let alice: Caller;
  let bob: Caller;
  let number = 0;

  beforeAll(async () => {
    kickoff = await startKickOff();
    withoutNotifications(kickoff);
    ada = await anAdmin(kickoff);
  });
  afterAll(() => kickoff.stop());
  beforeEach(async () => {
    await kickoff.connection.collection('posts').deleteMany({});
    number += 1;
    alice = await aFan(kickoff, { username: `alice ${number}` });
    bob = await aFan(kickoff, { username: `Bob${number}` });
  });

  const posts = () => kickoff.connection.collection('posts');
  const db = () => kickoff.connection.getClient().db(kickoff.connection.name);
  const ask = (q: string, by = alice) =>
    as(kickoff, by).get('/api/search').query({ q, type: 'posts' }).expect(200);
  const found = async (q: string, by = alice) =>
    z
      .array(Post)
      .parse((await ask(q, by)).body)
      .map(({ text }) => text);
  const write = async (text: string, by = bob, file?: 'image' | 'video') => {
    const post = await aPostBy(kickoff, by, text, file);
    kickoff.clock.advance(1);
    return post;
  };

  it('finds posts with all words, newest first, the last word by its prefix', async () => {
    await write('Arsenal score a late goal');
    await write('A goal for Arsenal');
    await write('Arsenal concede');

    expect(await found('arsenal goal')).toEqual([
      'A goal for Arsenal',
      'Arsenal score a late goal',
    ]);
    expect(await found('arsenal go')).toHaveLength(2);
    expect(await found('arse goal')).toEqual([]);
    expect(await found('ARS')).toHaveLength(3);
    expect(await found('senal')).toEqual([]);
  });

  it.each([
    ['strasse', 'Die Straße'],
    ['ODEGARD', 'Martin Ødegård'],
    ['jose', 'José'],
    ['lukasz', 'Łukasz'],
    ['dokovic', 'Đoković'],
  ])('finds by %j a post with the text %j', async (q, text) => {
    await write(text);

    expect(await found(q)).toEqual([text]);
  });

  it('finds quoted words as a phrase, even if the last quote is missing', async () => {
    await write('What a late, GOAL by Saka');
    await write('A goal, late in the game');

    expect(await found('"late goal"')).toEqual(['What a late, GOAL by Saka']);
    expect(await found('"late goal')).toEqual(['What a late, GOAL by Saka']);
    expect(await found('saka "late goal"')).toEqual(['What a late, GOAL by Saka']);
    expect(await found('game "late goal"')).toEqual([]);
  });

  it('finds posts by author, alone or with words', async () => {
    await write('A goal', bob);
    await write('Another goal', alice);

    expect(await found(`from:bob${number}`)).toEqual(['A goal']);
    expect(await found(`from:"ALICE ${number}"`)).toEqual(['Another goal']);
    expect(await found(`goal from:Bob${number}`)).toEqual(['A goal']);
    expect(await found('goal from:nobody-here')).toEqual([]);
    expect(await found(`from:bob${number} from:"alice ${number}"`)).toEqual([]);
  });

  it('finds posts with an image or a video, alone or with words', async () => {
    await write('With a picture', bob, 'image');
    await write('With a film', bob, 'video');
    await write('With nothing');

    expect(await found('has:image')).toEqual(['With a picture']);
    expect(await found('has:video with')).toEqual(['With a film']);
    expect(await found('has:image has:video')).toEqual([]);
    expect(await found(`has:image from:bob${number} pict`)).toEqual(['With a picture']);
  });

  it('treats an unknown or incomplete operator as words', async () => {
    await write('It has: gif, from: nobody');

    expect(await found('has:gif')).toHaveLength(1);
    expect(await found('from: nobody')).toHaveLength(1);
  });

  it.each(['.*', '^a', 'a|b', '(a+)+$', '$where', '{"$gt":""}', '[a-z]{2}', '\\w+', '⚽⚽', '--'])(
    'treats %j as text, not as a pattern',
    async (q) => {
      await write('Nothing but goals');

      expect(await found(q)).toEqual([]);
    },
  );

  it('does not search alt texts or comments', async () => {
    const post = await write('Plain');
    await as(kickoff, bob)
      .post(`/api/pt/posts/${post._id}/comment`)
      .send({ text: 'Hidden' })
      .expect(200);
    await posts().updateOne({ _id: new Types.ObjectId(post._id) }, { $set: { alt: 'Hidden' } });

    expect(await found('hidden')).toEqual([]);
  });

  it('finds an edited post by its new text only, and by its image', async () => {
    const post = await write('Offside', bob, 'image');

    await as(kickoff, bob).patch(`/api/pt/posts/${post._id}`).send({ text: '$onside' }).expect(200);

    expect(await found('offside')).toEqual([]);
    expect(await found('onside')).toEqual(['$onside']);
    expect(await found('has:image')).toEqual(['$onside']);
  });

  it('does not find a deleted post', async () => {
    const post = await write('Regretted');
    await as(kickoff, bob).delete(`/api/pt/posts/${post._id}`).expect(204);

    expect(await found('regretted')).toEqual([]);
  });

  it('finds a post that an admin removed only after it is restored', async () => {
    const post = await write('Judged');
    await as(kickoff, ada).delete(`/api/admin/posts/${post._id}`).expect(200);
    expect(await found('judged')).toEqual([]);

    await as(kickoff, ada).post(`/api/admin/posts/${post._id}/restore`).expect(200);

    expect(await found('judged')).toEqual(['Judged']);
  });

  it.each(['block', 'mute'])('excludes posts of a fan after a %s by the reader', async (what) => {
    await write('By Bob');
    await as(kickoff, alice).post(`/api/user/${what}/${bob.id}`).expect(204);

    expect(await found('bob')).toEqual([]);
    expect(await found(`from:bob${number}`)).toEqual([]);
  });

  it('excludes posts with a muted word, except own and saved ones', async () => {
    await write('A penalty');
    const saved = await write('A saved penalty');
    await write('My penalty', alice);
    await as(kickoff, alice).put(`/api/pt/posts/${saved._id}/saved`).expect(204);
    await as(kickoff, alice)
      .put('/api/user/muted-words')
      .send([{ word: 'penalty' }])
      .expect(200);

    expect(await found('penalty')).toEqual(['My penalty', 'A saved penalty']);
    expect(await found('"a penalty"')).toEqual([]);
    expect(await found('penalty', bob)).toHaveLength(3);
  });

  it('distinguishes long words beyond their indexed prefix', async () => {
    await write('The internationalists');
    await write('The internationals');

    expect(await found('internationalists')).toEqual(['The internationalists']);
    expect(await found('internationals')).toEqual(['The internationals']);
    expect(await found('internationa')).toHaveLength(2);
  });

  it('finds posts that are older than the search after the migration', async () => {
    const post = await write('From before', bob, 'image');
    const removed = await write('Removed before');
    await as(kickoff, ada).delete(`/api/admin/posts/${removed._id}`).expect(200);
    for (const name of ['posts', 'moderated_posts']) {
      await kickoff.connection.collection(name).updateMany({}, { $unset: { searchWords: 1 } });
    }
    expect(await found('before')).toEqual([]);

    await addSearchWords(db());
    await addSearchWords(db());

    expect(await found('before has:image')).toEqual(['From before']);
    await as(kickoff, ada).post(`/api/admin/posts/${removed._id}/restore`).expect(200);
    expect(await found('removed')).toEqual(['Removed before']);
    expect(await posts().findOne({ _id: new Types.ObjectId(post._id) })).toMatchObject({
      searchWords: expect.arrayContaining(['before ', 'bef', '#image']),
    });
  });

  it('no response contains the search words of a post', async () => {
    const post = await write('Private index');

    const answers = await Promise.all([
      ask('private'),
      as(kickoff, alice).get(`/api/pt/posts/${post._id}`),
      as(kickoff, alice).post(`/api/pt/posts/${post._id}/like`).send({ liked: true }),
      as(kickoff, ada).get('/api/admin/posts'),
    ]);

    expect(answers.map(({ text }) => text).join()).not.toContain('searchWords');
  });

  describe('with thousands of posts', () => {
    const COUNT = Number(process.env['KICKOFF_COUNTERS'] ?? 6_000);
    const START = Date.UTC(2026, 0, 1);
    let authors: Types.ObjectId[];

    beforeEach(async () => {
      authors = await manyFans(kickoff, 50);
      for (let start = 0; start < COUNT; start += 2_000) {
        await posts().insertMany(
          Array.from({ length: Math.min(2_000, COUNT - start) }, (_, offset) =>
            aRow(start + offset),
          ),
        );
      }
    });

    /** 'even' and 'odd' are in every second post and meet in the two oldest only. */
    const textOf = (at: number) =>
      [
        `match ${at}`,
        at % 2 === 0 || at < 2 ? 'even' : '',
        at % 2 === 1 || at < 2 ? 'odd' : '',
        at % 10 === 0 ? 'goal late' : 'late goal',
        at === 7 ? 'quetzal' : '',
      ].join(' ');
    const aRow = (at: number) => ({
      authorId: authors[at % authors.length],
      text: textOf(at),
      searchWords: toSearchWords(textOf(at), {}),
      ...{ likesCount: 0, commentsCount: 0, newestLikers: [], firstComments: [], version: 1 },
      // Three posts each share a timestamp.
      createdAt: new Date(START + Math.floor(at / 3)),
    });
    const costOf = async (q: string) => {
      const call = () =>
        as(kickoff, alice).get('/api/search').query({ q, type: 'posts', limit: 20 });
      await call();
      const operations = (await operationsOf(kickoff, call)).filter(
        ({ collection }) => collection === 'posts',
      );
      for (const { plan, sorted } of operations) {
        expect({ q, plan, sorted }).toEqual({
          q,
          plan: expect.not.stringContaining('COLLSCAN'),
          sorted: false,
        });
      }
      const sum = (of: 'documents' | 'keys') =>
        operations.reduce((total, { examined }) => total + examined[of], 0);
      return { documents: sum('documents'), keys: sum('keys') };
    };

    it.each([
      ['a rare word', 'quetzal', 1],
      ['a rare and a common word', 'late quetzal', 1],
      ['a common word', 'match', 21],
      ['the beginning of a common word', 'ma', 21],
      ['two common words', 'late goal', 21],
      ['two common words that hardly meet', 'even odd', 2],
      ['no post', 'zzzz match', 0],
    ])('examines only the posts of its page for %s', async (_, q, documents) => {
      const cost = await costOf(q);

      expect(cost.documents).toBe(documents);
      expect(cost.keys).toBeLessThan(14_000);
    });

    it('examines a bounded number of posts for a phrase', async () => {
      const cost = await costOf('"goal late"');

      expect(cost.documents).toBeLessThan(600);
    });

    it.each(['even', 'even odd', '"goal late"', 'late goal'])(
      'returns each match of %s once over all pages',
      async (q) => {
        const address = `/api/search?type=posts&limit=100&q=${encodeURIComponent(q)}`;

        const pages = z.array(z.array(Post)).parse(await everyPage(kickoff, alice, address));

        const wanted: Record<string, (at: number) => boolean> = {
          even: (at) => at % 2 === 0 || at < 2,
          'even odd': (at) => at < 2,
          '"goal late"': (at) => at % 10 === 0,
          'late goal': () => true,
        };
        const all = Array.from({ length: COUNT }, (__, at) => at).filter((at) => wanted[q]?.(at));
        const walked = pages.flat().map(({ text }) => Number(/\d+/.exec(text)?.[0]));
        expect(walked).toHaveLength(all.length);
        expect([...walked].sort((one, other) => one - other)).toEqual(all);
      },
      120_000,
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';

import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import { operationsOf } from './support/operations.js';

const PAGE = 20;
const PAGED = `limit=${PAGE}&likes=3&comments=2`;

describe('a page of posts, with the plan that MongoDB has cached', () => {
  let kickoff: KickOff;

  beforeAll(async () => {
    kickoff = await startKickOff();
    // Cached values stay valid: a slow machine must not load them again.
    kickoff.clock.stand();
  });
  afterAll(() => kickoff.stop());

  it('of followed fans costs the same after those of more active ones', async () => {
    const [active = new Types.ObjectId(), quiet = active] = await manyFans(kickoff, 2);
    const planned = await aFan(kickoff);
    const reader = await aFan(kickoff);
    await manyFollows(kickoff, [
      { by: new Types.ObjectId(planned.id), of: active },
      { by: new Types.ObjectId(reader.id), of: quiet },
    ]);
    const start = new Date();
    const posts = Array.from({ length: 400 }, (_, at) => ({
      authorId: at % 8 === 0 ? quiet : active,
      text: 'Goal!',
      createdAt: new Date(start.getTime() + at * 1000),
      likesCount: 0,
      commentsCount: 0,
      newestLikers: [],
      firstComments: [],
      version: 1,
    }));
    await kickoff.connection.collection('posts').insertMany(posts);
    const following = `/api/pt/posts?scope=following&${PAGED}`;
    const afterNewest = async (by: Caller) => {
      const page = await as(kickoff, by).get(following).expect(200);
      const cursor = /cursor=[^&>]+/.exec(page.headers['link'] ?? '')?.[0];
      return as(kickoff, by).get(`${following}&${cursor}`).expect(200);
    };
    await kickoff.connection.db?.command({ planCacheClear: 'posts' });
    for (let time = 0; time < 5; time++) await afterNewest(planned);

    // The first request of a caller also reads the rate limit counters.
    await afterNewest(reader);
    const operations = await operationsOf(kickoff, () => afterNewest(reader));

    const pages = operations.filter((operation) => operation.collection === 'posts');
    expect(pages.map(({ examined }) => examined)).toEqual([
      { documents: PAGE + 1, keys: PAGE + 1 },
      // The post that the page starts after, too.
      { documents: PAGE + 2, keys: PAGE + 2 },
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';

import type { RehearsalsService } from '../../football/rehearsals/rehearsals.service.js';
import { RehearsalPosts } from './rehearsal-posts.js';

describe('RehearsalPosts.audienceOf', () => {
  /** A post of Ann in a rehearsal with her. */
  const post = { authorId: 'ann', match: { rehearsal: 'r1' } } as Parameters<
    RehearsalPosts['audienceOf']
  >[0];
  const audienceWhere = (findAll: () => Promise<unknown>) =>
    new RehearsalPosts({ findAll } as RehearsalsService).audienceOf(post);

  it('is the fans of the rehearsal', async () => {
    const audience = await audienceWhere(() =>
      Promise.resolve([{ _id: 'r1', fanIds: ['ann', 'bob'] }]),
    );

    expect(audience).toEqual({ to: 'readersOf', fanId: 'ann', among: ['ann', 'bob'] });
  });

  it('is nobody while the database is unavailable, since a rejection would end the process', async () => {
    const audience = await audienceWhere(() => Promise.reject(new mongo.MongoNetworkError('gone')));

    expect(audience).toEqual({ to: 'readersOf', fanId: 'ann', among: [] });
  });
});

import type { Post } from '@kickoff/contracts';

import { aFan, type Caller } from './callers.js';
import { type Bounds, type KickOff, startKickOff } from './kickoff.js';
import { aPostBy, listedPosts } from './posts.js';

/** Two fans who write posts; Bob reads them. */
export class FeedFixture {
  private constructor(
    readonly kickoff: KickOff,
    readonly alice: Caller,
    readonly bob: Caller,
  ) {}

  static async open(bounds?: Bounds): Promise<FeedFixture> {
    const kickoff = await startKickOff({}, undefined, bounds);
    const alice = await aFan(kickoff, { username: 'alice' });
    return new FeedFixture(kickoff, alice, await aFan(kickoff, { username: 'bob' }));
  }

  postBy(fan: Caller, text: string): Promise<Post> {
    return aPostBy(this.kickoff, fan, text);
  }

  /** Returns the posts that Bob sees. */
  listed(address: string): Promise<Post[]> {
    return listedPosts(this.kickoff, this.bob, address);
  }
}

import { AdminPost, type Post } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, anAdmin, as, type Caller } from './callers.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { aPostBy } from './posts.js';

/** Two fans who write, and an admin who sees all posts. */
export class ModerationFixture {
  private constructor(
    readonly kickoff: KickOff,
    readonly alice: Caller,
    readonly bob: Caller,
    /** A new admin for each test. */
    public ada: Caller,
  ) {}

  static async open(): Promise<ModerationFixture> {
    const kickoff = await startKickOff();
    const [alice, bob] = [await aFan(kickoff), await aFan(kickoff)];
    return new ModerationFixture(kickoff, alice, bob, await anAdmin(kickoff));
  }

  /** Creates a new Ada for the next test; removes all posts, moderated posts and audit entries. */
  async begin(): Promise<void> {
    for (const name of [
      'posts',
      'moderated_posts',
      'deleted_posts',
      'counters',
      'audit_log',
      'admins',
    ]) {
      await this.kickoff.connection.collection(name).deleteMany({});
    }
    this.ada = await anAdmin(this.kickoff);
  }

  postBy(fan: Caller, text: string, file?: 'image' | 'video'): Promise<Post> {
    return aPostBy(this.kickoff, fan, text, file);
  }

  /** Requests the admins' list of posts. */
  ask(query = '') {
    return as(this.kickoff, this.ada).get(`/api/admin/posts?${query}`);
  }

  async listOf(query = ''): Promise<AdminPost[]> {
    return z.array(AdminPost.strict()).parse((await this.ask(query).expect(200)).body);
  }

  async textsOf(query: string): Promise<string[]> {
    return (await this.listOf(query)).map(({ text }) => text);
  }
}

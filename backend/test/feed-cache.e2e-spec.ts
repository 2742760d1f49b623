import { isDeepStrictEqual } from 'node:util';

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { type FeedQuery, NewPost, Post as PostAnswer } from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Fan } from '../src/common/auth/audience.js';
import { CodedError } from '../src/common/errors/coded-errors.js';
import { Caches } from '../src/common/cache/caches.js';
import { Cursors } from '../src/common/http/cursors.js';
import { newId } from '../src/common/mongo/ids.js';
import { BlocksService } from '../src/people/blocks.service.js';
import { FollowsService } from '../src/people/follows.service.js';
import { MutedWordsService } from '../src/people/muted-words/muted-words.service.js';
import { CommentsService } from '../src/posts/comments/comments.service.js';
import { FeedReader } from '../src/posts/feed/feed-reader.js';
import { FeedRenderer } from '../src/posts/feed/feed-renderer.js';
import { FeedScope } from '../src/posts/feed/feed-scope.js';
import { FeedService } from '../src/posts/feed/feed.service.js';
import { FollowedPosts } from '../src/posts/feed/followed-posts.js';
import { PostCache } from '../src/posts/feed/post-cache.js';
import { LikesService } from '../src/posts/likes/likes.service.js';
import { ListFilter } from '../src/posts/list-filter.js';
import { PostModerationService } from '../src/posts/moderation/post-moderation.service.js';
import { PollsService } from '../src/posts/polls/polls.service.js';
import { PostPresenter } from '../src/posts/post-presenter.js';
import { PostsRepository } from '../src/posts/posts.repository.js';
import { PostsService } from '../src/posts/posts.service.js';
import { SavedPostsService } from '../src/posts/saved/saved-posts.service.js';
import { RehearsalPosts } from '../src/posts/threads/rehearsal-posts.js';
import { OwnDataService } from '../src/users/own-data.service.js';
import { UsersService } from '../src/users/users.service.js';
import { asVisitor } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import { withoutNotifications } from './support/operations.js';

/** `KICKOFF_HISTORIES=20000` runs more. */
const HISTORIES = Number(process.env['KICKOFF_HISTORIES'] ?? 1_000);
const MOST_WRITES = 2;
const HOUR_MS = 3_600_000;
const FANS = 8;
/** More than a post stores. */
const LIKERS = 30;
/** So many that the feed of followed fans is cached. */
const FOLLOWS = 180;
/** Writes change the newest posts, pages show somewhat fewer. */
const NEWEST = 8;
const LIMIT = 6;
const PREVIEWS = [
  { likes: 3, comments: 2 },
  { likes: 20, comments: 20 },
  { likes: 0, comments: 1 },
];
const SCOPES = [{}, { scope: 'following' }] as const;
const TEXTS = ['Offside', 'What a goal', 'Handball', 'Two minutes left', 'x'.repeat(400)];
const TEAM = { fav_team1: '', fav_player: '', phone: '+44 20 7946 0181' };

/** Returns numbers below a bound; the same ones for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const toFan = (id: string): Fan => ({ id, sessionId: '', audience: 'fan' });

describe('cached feed', () => {
  let instances: KickOff[] = [];
  let fans: Fan[] = [];
  const posts: string[] = [];
  const moderated: string[] = [];
  const comments: { postId: string; id: string }[] = [];
  const random = randomFrom(20_261_127);

  beforeAll(async () => {
    const first = await startKickOff();
    first.clock.stand();
    instances = [first, await first.another()];
    for (const kickoff of instances) {
      withoutNotifications(kickoff);
    }
    fans = (await manyFans(first, FANS)).map((id) => toFan(id.toString()));
    for (let number = 0; number < NEWEST; number += 1) await write(first, 'a post');
    const crowd = await manyFans(first, FOLLOWS);
    // Half of the fans follow many, and all of them some of the others.
    for (const [place, { id }] of fans.entries()) {
      const authors = fans.slice(place + 1).map((fan) => new Types.ObjectId(fan.id));
      const followed = place % 2 === 0 ? [...crowd, ...authors] : authors;
      await manyFollows(
        first,
        followed.map((of) => ({ by: new Types.ObjectId(id), of })),
      );
    }
    const post = pick(posts);
    for (const id of crowd.slice(0, LIKERS))
      await at(first, LikesService).set(toFan(id.toString()), post, {});
  });
  afterAll(async () => {
    const [first, second] = instances;
    await second?.close();
    await first?.stop();
  });

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[random(items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  const at = <Service>({ app }: KickOff, service: Type<Service>): Service =>
    app.get(service, { strict: false });

  /** The writes that change what a page shows. */
  const writes: Record<string, (kickoff: KickOff, fan: Fan, postId: string) => Promise<unknown>> = {
    'a post': (kickoff, fan) => create(kickoff, fan, {}),
    'a quote': (kickoff, fan, quote) => create(kickoff, fan, { quote }),
    'a poll': (kickoff, fan) => create(kickoff, fan, { poll: JSON.stringify(aPoll(kickoff)) }),
    'a like': (kickoff, fan, postId) => at(kickoff, LikesService).set(fan, postId, {}),
    'another like': (kickoff, fan, postId) => at(kickoff, LikesService).set(fan, postId, {}),
    'a comment': async (kickoff, fan, postId) => {
      const id = newId();
      await at(kickoff, CommentsService).create(fan, postId, { id, exists: false }, text());
      comments.push({ postId, id });
    },
    'a removed comment': (kickoff) => {
      const [{ id } = { id: newId() }] = comments.splice(random(comments.length), 1);
      return at(kickoff, CommentsService).removeForAdmin(id);
    },
    'an edit': (kickoff, fan, postId) => at(kickoff, PostsService).edit(fan, postId, text()),
    'a removed post': (kickoff, fan, postId) => at(kickoff, PostsService).remove(fan, postId),
    'a moderated post': async (kickoff, fan, postId) => {
      const removal = { by: { _id: fan.id, username: 'Ada' } };
      if (await at(kickoff, PostModerationService).remove(postId, removal)) moderated.push(postId);
    },
    'a restored post': async (kickoff) => {
      const id = moderated.pop();
      if (id === undefined) return;
      const moderation = at(kickoff, PostModerationService);
      await moderation.restore(await moderation.prepareRestore(id));
      posts.push(id);
    },
    'a vote': (kickoff, fan, postId) =>
      at(kickoff, PollsService).vote(fan, postId, { option: random(2) }),
    'a saved post': (kickoff, fan, postId) => at(kickoff, SavedPostsService).save(fan, postId),
    'an unsaved post': (kickoff, fan, postId) => at(kickoff, SavedPostsService).unsave(fan, postId),
    'a block': (kickoff) => at(kickoff, BlocksService).block(nth(0), nth(2).id),
    'an unblock': (kickoff) => at(kickoff, BlocksService).unblock(nth(0), nth(2).id),
    'a mute': (kickoff) => at(kickoff, BlocksService).mute(nth(1), nth(3).id),
    'an unmute': (kickoff) => at(kickoff, BlocksService).unmute(nth(1), nth(3).id),
    'muted words': (kickoff) =>
      at(kickoff, MutedWordsService).replace(nth(1), random(2) ? [] : [{ word: 'offside' }]),
    'a follow': (kickoff, fan) => at(kickoff, FollowsService).follow(fan, pick(fans).id),
    'an unfollow': (kickoff, fan) => at(kickoff, FollowsService).unfollow(fan.id, pick(fans).id),
    'a new name': (kickoff, fan) => rename(kickoff, fan),
    'a removed account': async (kickoff, fan) => {
      // It takes as long as five other writes.
      if (random(5) > 0) return;
      await at(kickoff, UsersService).remove(fan.id);
      await at(kickoff, LikesService).removeAllOf(fan.id);
      await at(kickoff, CommentsService).removeAllOf(fan.id);
      await at(kickoff, PollsService).removeAllOf(fan.id);
      await at(kickoff, PostsService).removeAllOf(fan.id);
      const [id = ''] = await manyFans(kickoff, 1);
      fans[fans.indexOf(fan)] = toFan(id.toString());
    },
    'a moment': ({ clock }) => {
      clock.advance(random(20_000));
      return Promise.resolve();
    },
  };

  const nth = (place: number): Fan => fans[place] ?? pick(fans);
  const aPoll = ({ clock }: KickOff) => ({
    options: ['Yes', 'No'],
    endsAt: new Date(clock.now().getTime() + HOUR_MS).toISOString(),
  });
  const text = () => ({ text: `${pick(TEXTS)} ${random(1_000)}` });

  async function create(kickoff: KickOff, fan: Fan, fields: object): Promise<void> {
    const id = newId();
    const input = NewPost.parse({ ...text(), ...fields });
    await at(kickoff, PostsService).create(fan, { id, exists: false }, input, {});
    posts.push(id);
  }

  function rename(kickoff: KickOff, { id }: Fan): Promise<unknown> {
    const username = `fan ${random(1_000_000)}`;
    const data = { ...TEAM, username, email: `${id}@fans.example` };
    return at(kickoff, OwnDataService).replace(toFan(id), { data, isRenamed: true });
  }

  /** Runs a write; it may be refused, because others have changed the post. */
  async function write(kickoff: KickOff, name: string): Promise<void> {
    const postId = posts[posts.length - 1 - random(Math.min(NEWEST, posts.length))] ?? newId();
    try {
      await writes[name]?.(kickoff, pick(fans), postId);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
    }
  }

  async function pageOf(feed: FeedService, fan: Fan, query: FeedQuery): Promise<string[]> {
    const { items, next } = await feed.feed(fan, query);
    return [...items.map(({ json }) => json), next ?? 'the end'];
  }

  const cachedPage = (kickoff: KickOff, fan: Fan, query: FeedQuery) =>
    pageOf(at(kickoff, FeedService), fan, query);

  /** The same page by the same classes with empty caches. */
  async function uncachedPage(kickoff: KickOff, fan: Fan, query: FeedQuery): Promise<string[]> {
    const repository = at(kickoff, PostsRepository);
    const presenter = at(kickoff, PostPresenter);
    const { clock } = kickoff;
    const caches = new Caches();
    const cache = new PostCache(repository, clock, caches);
    const followed = new FollowedPosts(repository, at(kickoff, FollowsService), clock, caches);
    const [filter, rehearsals] = [at(kickoff, ListFilter), at(kickoff, RehearsalPosts)];
    const feed = new FeedService(
      at(kickoff, FeedScope),
      new FeedReader(repository, followed, cache, filter, rehearsals),
      presenter,
      new FeedRenderer(presenter, at(kickoff, UsersService), clock, caches),
      at(kickoff, Cursors),
    );
    return pageOf(feed, fan, query);
  }

  /** A change of another instance may become visible between the two pages: they are compared again. */
  async function expectSamePages(kickoff: KickOff, fan: Fan, query: FeedQuery): Promise<void> {
    let pages = [['cached'], ['uncached']];
    for (let attempt = 0; attempt < 3 && !isDeepStrictEqual(pages[0], pages[1]); attempt += 1) {
      pages = [await cachedPage(kickoff, fan, query), await uncachedPage(kickoff, fan, query)];
    }
    expect(pages[0]).toEqual(pages[1]);
  }

  it(`returns the same pages as an empty cache in ${HISTORIES} histories`, async () => {
    const names = Object.keys(writes);
    for (let history = 0; history < HISTORIES; history += 1) {
      const query = { limit: LIMIT, ...pick(PREVIEWS), ...pick(SCOPES) };
      const made = Array.from({ length: 1 + random(MOST_WRITES) }, () =>
        write(pick(instances), pick(names)),
      );
      // Caches the posts as they are between the writes.
      const between = cachedPage(pick(instances), pick(fans), query);
      await Promise.all([...made, between]);
      await expectSamePages(pick(instances), pick(fans), query);
    }
    for (const kickoff of instances) {
      const { hits } = at(kickoff, PostCache).posts;
      expect(hits).toBeGreaterThan(HISTORIES / 2);
      expect(at(kickoff, FeedRenderer).fragments.hits).toBeGreaterThan(HISTORIES / 2);
      expect(at(kickoff, Caches).all.get('followed_posts')?.hits).toBeGreaterThan(HISTORIES / 20);
    }
  }, 300_000);

  it("does not show others a page as filtered by its reader's new mute while it was rendered", async () => {
    const [kickoff] = instances;
    if (!kickoff) throw new Error('An instance is needed');
    const [author, reader, commenter, other] = [nth(4), nth(5), nth(6), nth(7)];
    await create(kickoff, author, {});
    const postId = posts.at(-1) ?? '';
    const comment = { id: newId(), exists: false };
    await at(kickoff, CommentsService).create(commenter, postId, comment, { text: 'Handball' });
    const query = { limit: 1, ...pick(PREVIEWS) };
    const presenter = at(kickoff, PostPresenter);
    const present = presenter.presentList.bind(presenter);
    jest.spyOn(presenter, 'presentList').mockImplementationOnce(async (...given) => {
      await at(kickoff, BlocksService).mute(reader, commenter.id);
      return present(...given);
    });

    const [filtered] = await cachedPage(kickoff, reader, query);
    const [shared] = await cachedPage(kickoff, other, query);

    expect(filtered).not.toContain(comment.id);
    expect(shared).toContain(comment.id);
    await at(kickoff, BlocksService).unmute(reader, commenter.id);
  });

  it('replaces posts that are deleted while a page is read', async () => {
    const [kickoff] = instances;
    if (!kickoff) throw new Error('An instance is needed');
    for (let count = 0; count < LIMIT + 2; count += 1) await create(kickoff, nth(4), {});
    const query = { limit: LIMIT, ...pick(PREVIEWS) };
    const [, ...others] = await cachedPage(kickoff, nth(5), { ...query, limit: LIMIT + 1 });
    const repository = at(kickoff, PostsRepository);
    const find = repository.findVersions.bind(repository);
    jest.spyOn(repository, 'findVersions').mockImplementationOnce(async (size, where) => {
      const versions = await find(size, where);
      const newest = versions.slice(0, 1).map(({ _id }) => new Types.ObjectId(_id));
      await kickoff.connection.collection('posts').deleteMany({ _id: { $in: newest } });
      // As if they had changed: cached ones would be shown once more.
      return versions.map((post) => ({ ...post, version: post.version + 1 }));
    });

    const page = await cachedPage(kickoff, nth(5), query);

    expect(page.slice(0, LIMIT)).toEqual(others.slice(0, LIMIT));
    expect(page.at(-1)).not.toBe('the end');
  });

  it('has metrics of size and hit rate', async () => {
    const [kickoff] = instances;
    if (!kickoff) throw new Error('An instance is needed');
    const { text: metrics } = await asVisitor(kickoff).get('/api/metrics').expect(200);

    for (const cache of ['posts', 'rendered_posts', 'followed_posts']) {
      expect(metrics).toMatch(new RegExp(`kickoff_cache_bytes{cache="${cache}"} [1-9]`));
      for (const result of ['hit', 'miss']) {
        const labels = `cache="${cache}",result="${result}"`;
        expect(metrics).toMatch(new RegExp(`kickoff_cache_reads_total{${labels}} [1-9]`));
      }
    }
  });

  it('shows a new name at once, and 30 s later on another instance', async () => {
    const [first, second] = instances;
    if (!first || !second) throw new Error('Two instances are needed');
    const [author, reader] = [nth(4), nth(5)];
    const query = { limit: 1 };
    await create(first, author, {});
    const nameOn = async (kickoff: KickOff) => {
      // The second page is a cached one.
      await cachedPage(kickoff, reader, query);
      const [post = ''] = await cachedPage(kickoff, reader, query);
      return PostAnswer.parse(JSON.parse(post)).user.username;
    };
    const before = await nameOn(second);

    await rename(first, author);

    const after = await nameOn(first);
    expect(after).not.toBe(before);
    first.clock.advance(30_000);
    expect(await nameOn(second)).toBe(after);
  });
});

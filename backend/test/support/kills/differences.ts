import { mongo } from 'mongoose';

type Row = Record<string, unknown> & { _id: mongo.ObjectId };

const PREVIEW_SIZE = 20;
const LIKERS_KEPT = 24;

/** Everything stored at one moment. */
export interface Stored {
  posts: Row[];
  removed: Row[];
  leaving: Row[];
  likes: Row[];
  comments: Row[];
  votes: Row[];
  follows: Row[];
  users: Row[];
  counters: Row[];
}

/** Reads everything in one snapshot, so that concurrent writes do not matter. */
export function readStored(client: mongo.MongoClient): Promise<Stored> {
  return client.withSession({ snapshot: true }, async (session) => {
    const all = (name: string) =>
      client.db().collection<Row>(name).find({}, { session, batchSize: 10_000 }).toArray();
    return {
      posts: await all('posts'),
      removed: await all('moderated_posts'),
      leaving: await all('deleted_posts'),
      likes: await all('post_likes'),
      comments: await all('comments'),
      votes: await all('poll_votes'),
      follows: await all('follows'),
      users: await all('users'),
      counters: await all('counters'),
    };
  });
}

/** Describes each stored count or preview that differs from its rows. */
export function differencesIn(stored: Stored): string[] {
  return [...ofPosts(stored), ...ofFans(stored), ...ofDays(stored), ...ofOrphans(stored)];
}

function ofPosts({ posts, removed, likes, comments, votes }: Stored): string[] {
  const likesOf = groupedBy(likes, 'postId');
  const commentsOf = groupedBy(comments, 'postId');
  const votesOf = groupedBy(votes, 'postId');
  return [...posts, ...removed].flatMap((post) => {
    const id = String(post._id);
    const likers = newestFirst(likesOf.get(id) ?? []).map((like) => String(like['userId']));
    const said = newestFirst(commentsOf.get(id) ?? []).reverse();
    const shown = ids(post['newestLikers']);
    const first = ids((post['firstComments'] as Row[]).map(({ _id }) => _id));
    return [
      ...different(`likes of post ${id}`, post['likesCount'], likers.length),
      ...different(`comments of post ${id}`, post['commentsCount'], said.length),
      ...different(`votes of post ${id}`, countsOf(post), countVotes(votesOf.get(id) ?? [])),
      ...different(`who is shown to like post ${id}`, isPreview(shown, likers), true),
      ...different(
        `comments shown of post ${id}`,
        first,
        said.slice(0, PREVIEW_SIZE).map(({ _id }) => String(_id)),
      ),
    ];
  });
}

/** Votes by option and their total as stored in the post; zeros without a poll. */
function countsOf({ poll = { counts: [0, 0], total: 0 } }: Row): number[] {
  const { counts, total } = poll as { counts: number[]; total: number };
  return [...counts, total];
}

/** The same, counted from the votes of a poll with two options. */
function countVotes(votes: readonly Row[]): number[] {
  const first = votes.filter(({ option }) => option === 0).length;
  return [first, votes.length - first, votes.length];
}

/** Likes of the same moment from two instances may be in another order than listed. */
function isPreview(shown: readonly string[], likers: readonly string[]): boolean {
  return (
    shown.length >= Math.min(PREVIEW_SIZE, likers.length) &&
    shown.length <= LIKERS_KEPT &&
    new Set(shown).size === shown.length &&
    shown.every((id) => likers.includes(id))
  );
}

function ofFans({ users, posts, follows }: Stored): string[] {
  const lists = {
    posts: groupedBy(posts, 'authorId'),
    friends: groupedBy(follows, 'followerId'),
    followers: groupedBy(follows, 'followedId'),
  };
  return users.flatMap(({ _id, counts }) =>
    Object.entries(lists).flatMap(([name, list]) =>
      different(
        `${name} of fan ${String(_id)}`,
        (counts as Record<string, number>)[name],
        list.get(String(_id))?.length ?? 0,
      ),
    ),
  );
}

function ofDays({ counters, ...lists }: Stored): string[] {
  const { users, posts, likes, comments } = lists;
  return Object.entries({ users, posts, likes, comments }).flatMap(([kind, rows]) => {
    const stored = new Map<string, number>();
    for (const counter of counters.filter((row) => row['kind'] === kind)) {
      for (const [key, count] of Object.entries(counter['days'] as Record<string, number>)) {
        const day = `${String(counter['year'])}-${key}`;
        stored.set(day, (stored.get(day) ?? 0) + count);
      }
    }
    const real = new Map<string, number>();
    for (const row of rows) {
      const day = (row['createdAt'] as Date).toISOString().slice(0, 10);
      real.set(day, (real.get(day) ?? 0) + 1);
    }
    return [...new Set([...stored.keys(), ...real.keys()])].flatMap((day) =>
      different(`${kind} of ${day}`, stored.get(day) ?? 0, real.get(day) ?? 0),
    );
  });
}

/** A like, comment or vote without a post is valid only while the post is being deleted. */
function ofOrphans({ posts, removed, leaving, likes, comments, votes }: Stored): string[] {
  const known = new Set([...posts, ...removed, ...leaving].map(({ _id }) => String(_id)));
  return [...likes, ...comments, ...votes]
    .filter((row) => !known.has(String(row['postId'])))
    .map((row) => `${String(row._id)} belongs to no post`);
}

function different(what: string, stored: unknown, real: unknown): string[] {
  const [one, other] = [JSON.stringify(stored), JSON.stringify(real)];
  return one === other ? [] : [`${what}: stored ${one}, there ${other}`];
}

function ids(values: unknown): string[] {
  return (values as unknown[]).map(String);
}

function groupedBy(rows: readonly Row[], field: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = String(row[field]);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}

function newestFirst(rows: readonly Row[]): Row[] {
  const place = (row: Row) => `${(row['createdAt'] as Date).toISOString()}${String(row._id)}`;
  return [...rows].sort((one, other) => (place(one) < place(other) ? 1 : -1));
}

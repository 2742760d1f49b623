import type { Stored } from './differences.js';

/** Names of all rows, as the ledger has them. */
function namesIn(stored: Stored): string[] {
  return [
    ...[...stored.posts, ...stored.removed].map((post) => String(post['text'])),
    ...stored.likes.map((row) => `like ${String(row['postId'])} ${String(row['userId'])}`),
    ...stored.votes.map((row) => `vote ${String(row['postId'])} ${String(row['fanId'])}`),
    ...stored.comments.map((row) => `${String(row['text'])} ${String(row['postId'])}`),
    ...stored.follows.map(
      (row) => `follow ${String(row['followerId'])} ${String(row['followedId'])}`,
    ),
  ];
}

/** Whether an entry of the ledger exists; undefined if its post no longer does. */
export function existsIn(stored: Stored): (name: string) => boolean | undefined {
  const ids = new Set([...stored.posts, ...stored.removed].map(({ _id }) => String(_id)));
  const names = new Set(namesIn(stored));
  return (name) => {
    const [kind, first, second] = name.split(' ');
    const isOfPost = kind === 'like' || kind === 'vote';
    const post = isOfPost ? first : kind === 'comment' ? second : undefined;
    return post !== undefined && !ids.has(post) ? undefined : names.has(name);
  };
}

/** Names of rows that exist more than once: each write of a ledger has a name of its own. */
export function doubledIn(stored: Stored): string[] {
  const seen = new Set<string>();
  return namesIn(stored).filter((name) => seen.size === seen.add(name).size);
}

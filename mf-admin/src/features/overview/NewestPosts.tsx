import type { AdminPost } from '@kickoff/contracts';
import { formatAge, Avatar } from '@kickoff/ui';
import { addressOf, Link, pictureAddress, useNow } from '@kickoff/web';

import { texts } from '../../texts';
import { Panel } from './Panel';
import { NEWEST_SHOWN, useNewest } from './useNewest';

function textOf({ text, video }: AdminPost): string {
  if (text !== '') return text;
  return video === undefined ? texts.overview.picture : texts.overview.video;
}

/** The latest posts. */
export function NewestPosts() {
  const now = useNow();
  const newest = useNewest<AdminPost>('/api/admin/posts');
  const posts = newest.data?.items ?? [];
  return (
    <Panel
      title={texts.overview.newestPosts}
      to={addressOf('PostList')}
      state={newest}
      empty={posts.length === 0 ? texts.overview.noPosts : undefined}
      usualRows={NEWEST_SHOWN}
    >
      <ul className="ko-list">
        {posts.map((post) => (
          <li key={post._id}>
            <Avatar fan={post.user} picture={pictureAddress(post.user)} size={36} />
            <span className="ko-list__text">
              <Link to={addressOf('FanRecord', { userId: post.user._id })}>
                <b>{post.user.username}</b>
              </Link>
              <small dir="auto">{textOf(post)}</small>
            </span>
            <time dateTime={post.createdAt}>{formatAge(post.createdAt, now)}</time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

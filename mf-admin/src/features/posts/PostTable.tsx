import type { AdminPost } from '@kickoff/contracts';
import { Button, fillText, formatDateTime } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';

import { formatDate } from '../../format-date';
import { texts } from '../../texts';
import { PostPicture } from './PostPicture';
import { PostVideo } from './PostVideo';
import { RestorePostButton } from './RestorePostButton';

interface PostTableProps {
  posts: readonly AdminPost[];
  /** The previous page is shown while the next one loads. */
  isStale: boolean;
  onRemove: (post: AdminPost) => void;
}

function RemovalFacts({ removed }: { removed: NonNullable<AdminPost['removed']> }) {
  const { by, until, reason } = removed;
  return (
    <small className="ko-none ko-clamp">
      {fillText(texts.post.removal, { admin: by.username, until: formatDate(until) })}
      {reason === undefined ? null : <span dir="auto"> {reason}</span>}
    </small>
  );
}

/** Posts as a table with their files; cards on phones. */
export function PostTable({ posts, isStale, onRemove }: PostTableProps) {
  return (
    <div
      className="ko-data ko-data--cards ko-data--acts"
      aria-busy={isStale}
      tabIndex={0}
      role="region"
      aria-label={texts.posts.table}
    >
      <table className="ko-table">
        <caption className="ko-sr">{texts.posts.table}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.posts.postId}</th>
            <th scope="col">{texts.posts.author}</th>
            <th scope="col">{texts.posts.text}</th>
            <th scope="col">{texts.posts.image}</th>
            <th scope="col">{texts.posts.video}</th>
            <th scope="col">{texts.posts.createdAt}</th>
            <th scope="col">{texts.common.actions}</th>
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => (
            <tr key={post._id}>
              <th scope="row" data-label={texts.posts.postId}>
                <code className="ko-postid">{post._id}</code>
              </th>
              <td data-label={texts.posts.author}>
                <Link
                  className="ko-link ko-ell"
                  to={addressOf('FanRecord', { userId: post.user._id })}
                >
                  {post.user.username}
                </Link>
              </td>
              <td data-label={texts.posts.text}>
                {post.text === '' ? (
                  <span className="ko-none">{texts.posts.noText}</span>
                ) : (
                  <span className="ko-clamp" dir="auto">
                    {post.text}
                  </span>
                )}
                {post.removed ? <RemovalFacts removed={post.removed} /> : null}
              </td>
              <td data-label={texts.posts.image}>
                <PostPicture post={post} />
              </td>
              <td data-label={texts.posts.video}>
                <PostVideo post={post} />
              </td>
              <td className="ko-num" data-label={texts.posts.createdAt}>
                <time dateTime={post.createdAt}>{formatDateTime(post.createdAt)}</time>
              </td>
              <td data-label={texts.common.actions}>
                {post.removed ? (
                  <RestorePostButton post={post} />
                ) : (
                  <Button look="danger-quiet" size="sm" onClick={() => onRemove(post)}>
                    {texts.common.remove}
                    <span className="ko-sr">
                      {' '}
                      {fillText(texts.post.actionTarget, { id: post._id })}
                    </span>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

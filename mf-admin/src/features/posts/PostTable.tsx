import type { AdminPost } from '@kickoff/contracts';
import { Button, formatDateTime } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';

import { formatDate } from '../../format-date';
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
      Removed by {by.username}, can be brought back until {formatDate(until)}.
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
      aria-label="Posts"
    >
      <table className="ko-table">
        <caption className="ko-sr">Posts</caption>
        <thead>
          <tr>
            <th scope="col">Post ID</th>
            <th scope="col">Author</th>
            <th scope="col">Text</th>
            <th scope="col">Image</th>
            <th scope="col">Video</th>
            <th scope="col">Created At</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => (
            <tr key={post._id}>
              <th scope="row" data-label="Post ID">
                <code className="ko-postid">{post._id}</code>
              </th>
              <td data-label="Author">
                <Link
                  className="ko-link ko-ell"
                  to={addressOf('FanRecord', { userId: post.user._id })}
                >
                  {post.user.username}
                </Link>
              </td>
              <td data-label="Text">
                {post.text === '' ? (
                  <span className="ko-none">No Text</span>
                ) : (
                  <span className="ko-clamp" dir="auto">
                    {post.text}
                  </span>
                )}
                {post.removed ? <RemovalFacts removed={post.removed} /> : null}
              </td>
              <td data-label="Image">
                <PostPicture post={post} />
              </td>
              <td data-label="Video">
                <PostVideo post={post} />
              </td>
              <td className="ko-num" data-label="Created At">
                <time dateTime={post.createdAt}>{formatDateTime(post.createdAt)}</time>
              </td>
              <td data-label="Actions">
                {post.removed ? (
                  <RestorePostButton post={post} />
                ) : (
                  <Button look="danger-quiet" size="sm" onClick={() => onRemove(post)}>
                    Remove<span className="ko-sr"> post {post._id}</span>
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

import type { Comment } from '@kickoff/contracts';
import { Avatar, formatShortAge } from '@kickoff/ui';
import { addressOf, Link, pictureAddress } from '@kickoff/web';

import { FanLink } from './FanLink';
import { LinkedText } from './LinkedText';
import { linkPieces } from './text-links';
import { useMomentTitle } from './useMomentTitle';

interface CommentLineProps {
  postId: string;
  comment: Comment;
  now: number;
  readerId: string | undefined;
  /** Given if the reader may delete it. */
  onDelete: (() => void) | undefined;
  onReport: () => void;
}

/** One comment with the reader's actions. */
export function CommentLine({
  postId,
  comment,
  now,
  readerId,
  onDelete,
  onReport,
}: CommentLineProps) {
  const { user, text, createdAt, truncated } = comment;
  const moment = useMomentTitle(createdAt);
  return (
    <li className="ko-comment">
      <Avatar fan={user} picture={pictureAddress(user)} size={28} />
      <div>
        <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          <FanLink className="ko-comment__name" fan={user} readerId={readerId} />{' '}
          <bdi>
            <LinkedText pieces={linkPieces(text)} />
          </bdi>
          {truncated ? (
            <>
              {'… '}
              <Link className="ko-link ko-link--quiet" to={addressOf('Post', { postId })}>
                Show more<span className="ko-sr"> of the comment of {user.username}</span>
              </Link>
            </>
          ) : null}
        </p>
        <time className="ko-hint" dateTime={createdAt} {...moment}>
          {formatShortAge(createdAt, now)}
        </time>{' '}
        {onDelete ? (
          <button className="ko-link ko-link--quiet" type="button" onClick={onDelete}>
            Delete<span className="ko-sr"> comment</span>
          </button>
        ) : null}{' '}
        {user._id === readerId ? null : (
          <button className="ko-link ko-link--quiet" type="button" onClick={onReport}>
            Report<span className="ko-sr"> comment of {user.username}</span>
          </button>
        )}
      </div>
    </li>
  );
}

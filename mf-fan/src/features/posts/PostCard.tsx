import type { Post } from '@kickoff/contracts';
import { Avatar, Button, Icon, icons } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';
import { useId } from 'react';

import { ageInWords, momentInWords } from './post-age';
import { PostText } from './PostText';

interface PostCardProps {
  post: Post;
  now: number;
  /** Given for an own post. */
  onDelete: (() => void) | undefined;
}

function likesInWords(count: number): string {
  return count === 1 ? '1 like' : `${count.toLocaleString('en')} likes`;
}

/** One post of a list. */
export function PostCard({ post, now, onDelete }: PostCardProps) {
  const authorId = useId();
  return (
    <article className="ko-post" aria-labelledby={authorId}>
      <Avatar fan={post.user} size={44} />
      <div className="ko-post__body">
        <div className="ko-post__head">
          {onDelete ? (
            <Link id={authorId} to={addressOf('OwnProfile')}>
              {post.user.username}
            </Link>
          ) : (
            <b id={authorId}>{post.user.username}</b>
          )}
          <time dateTime={post.createdAt} title={momentInWords(post.createdAt)}>
            {ageInWords(post.createdAt, now)}
          </time>
        </div>
        {post.text === '' ? null : <PostText text={post.text} />}
        <div className="ko-head">
          <p className="ko-num">{likesInWords(post.likesCount)}</p>
          {onDelete ? (
            <Button look="danger-quiet" size="sm" onClick={onDelete}>
              <Icon icon={icons.trash} size={16} />
              Delete Post
            </Button>
          ) : null}
        </div>
      </div>
    </article>
  );
}

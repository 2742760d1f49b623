import type { Post } from '@kickoff/contracts';
import { Avatar, fillText, formatClock, formatShortAge, pluralText } from '@kickoff/ui';
import { addressOf, Link, pictureAddress, postMediaAddress } from '@kickoff/web';
import { useId } from 'react';

import { texts } from '../../texts';
import { Minute } from './EntryRow';
import styles from './ThreadList.module.css';

/** A longer text ends here; the post's page has all of it. */
const SHOWN_LENGTH = 500;

interface PostRowProps {
  post: Post;
  minute: string | null;
  readerId: string | undefined;
  now: number;
}

/** Returns the beginning of a text, never cut inside a surrogate pair. */
function beginningOf(text: string): string {
  const cut = text.slice(0, SHOWN_LENGTH);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/** What the row leaves to the post's page. */
function listAttachments({ video, poll, quote }: Post): string[] {
  return [
    video && texts.threadPost.video,
    poll && texts.threadPost.poll,
    quote && texts.threadPost.quote,
  ].filter((name) => typeof name === 'string');
}

function formatReactions({ likesCount, commentsCount }: Post): string {
  const likes = pluralText(texts.threadPost.likes, likesCount, { count: likesCount });
  const comments = pluralText(texts.threadPost.comments, commentsCount, { count: commentsCount });
  return [likesCount > 0 ? likes : '', commentsCount > 0 ? comments : '']
    .filter((text) => text !== '')
    .join(' · ');
}

/** A post of the thread, in short: its page has the actions. */
export function PostRow({ post, minute, readerId, now }: PostRowProps) {
  const authorId = useId();
  const { user, text, image, imageSize, alt } = post;
  const own = user._id === readerId;
  const page = addressOf('Post', { postId: post._id });
  const isLong = text.length > SHOWN_LENGTH;
  const attachments = listAttachments(post);
  const reactions = formatReactions(post);
  return (
    <li className={styles.row}>
      <Minute minute={formatClock(minute)} />
      <article className={styles.post} aria-labelledby={authorId}>
        <Avatar fan={user} picture={pictureAddress(user)} size={32} />
        <div className={styles.body}>
          <p className={styles.head}>
            <Link
              id={authorId}
              to={
                own
                  ? addressOf('OwnProfile')
                  : addressOf('FriendProfile', { username: user.username })
              }
            >
              {user.username}
            </Link>
            <Link className={styles.age} to={page}>
              <time dateTime={post.createdAt}>{formatShortAge(post.createdAt, now)}</time>
              <span className="ko-sr">{texts.threadPost.open}</span>
            </Link>
            {post.edited ? <span className={styles.age}>{texts.threadPost.edited}</span> : null}
          </p>
          {text === '' ? null : (
            <p className={post.spoiler ? styles.spoiler : styles.text} dir="auto">
              {isLong ? beginningOf(text) : text}
              {isLong ? (
                <>
                  {' '}
                  <Link to={page}>{texts.threadPost.whole}</Link>
                </>
              ) : null}
            </p>
          )}
          {image === undefined ? null : (
            <Link className={styles.picture} to={page}>
              <img
                src={postMediaAddress(image, 640)}
                width={imageSize?.width}
                height={imageSize?.height}
                alt={alt ?? fillText(texts.threadPost.picture, { username: user.username })}
                loading="lazy"
                decoding="async"
              />
            </Link>
          )}
          {attachments.length > 0 || reactions !== '' ? (
            <p className={styles.foot}>
              {attachments.map((name) => (
                <Link key={name} className="ko-chip" to={page}>
                  {name}
                </Link>
              ))}
              {reactions}
            </p>
          ) : null}
        </div>
      </article>
    </li>
  );
}

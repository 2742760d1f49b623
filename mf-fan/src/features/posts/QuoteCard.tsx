import type { GonePost, QuotedPost } from '@kickoff/contracts';
import { Avatar, fillText, formatShortAge, Icon, icons } from '@kickoff/ui';
import { addressOf, Link, pictureAddress, postMediaAddress } from '@kickoff/web';

import { pictureWidths } from '../../media/picture-source';
import { texts } from '../../texts';
import { FanLink } from './FanLink';
import styles from './QuoteCard.module.css';

interface QuoteCardProps {
  quote: QuotedPost | GonePost;
  now: number;
  readerId: string | undefined;
}

/** A post inside the one that quotes it. Leads to the quoted post. */
export function QuoteCard({ quote, now, readerId }: QuoteCardProps) {
  if ('gone' in quote) return <p className={styles.gone}>{texts.quote.gone}</p>;
  const { user, text, image } = quote;
  return (
    <div className={styles.quote} role="group" aria-label={fillText(texts.quote.name, user)}>
      <div className={styles.head}>
        <Avatar fan={user} picture={pictureAddress(user)} size={24} />
        <FanLink className={styles.name} fan={user} readerId={readerId} />
        <Link className={styles.whole} to={addressOf('Post', { postId: quote._id })}>
          <time dateTime={quote.createdAt}>{formatShortAge(quote.createdAt, now)}</time>
          <span className="ko-sr"> {texts.quote.show}</span>
        </Link>
        {quote.edited ? <span className="ko-hint">{texts.post.edited}</span> : null}
      </div>
      {text === '' ? null : (
        <p className={styles.text} dir="auto">
          {text}
          {quote.truncated ? '…' : ''}
        </p>
      )}
      {image === undefined ? null : (
        <img
          className={styles.picture}
          src={postMediaAddress(image, 640)}
          srcSet={pictureWidths(image)}
          sizes="(min-width: 640px) 480px, calc(100vw - 110px)"
          alt={quote.alt ?? fillText(texts.media.pictureOf, user)}
          loading="lazy"
          decoding="async"
        />
      )}
      {quote.video === undefined ? null : (
        <p className={styles.video}>
          <Icon icon={icons.video} size={16} />
          {texts.media.video}
        </p>
      )}
    </div>
  );
}

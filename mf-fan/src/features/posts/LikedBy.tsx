import { Avatar, ErrorState, Loading, ShowMore, usePopup, type PopupProps } from '@kickoff/ui';
import { pictureAddress } from '@kickoff/web';
import clsx from 'clsx';

import { texts } from '../../texts';
import { useLikers } from './api/useLikers';
import { FanLink } from './FanLink';
import styles from './LikedBy.module.css';

interface LikedByProps extends PopupProps {
  postId: string;
  /** Known before the fans are, so that the popup stays where it is while they load. */
  count: number;
  readerId: string | undefined;
}

/** Height of the title with the padding, and of a row, in px. */
const HEAD_PX = 48;
const ROW_PX = 44;

/** A popup of the fans who like a post. */
export default function LikedBy({ postId, count, readerId, ...popup }: LikedByProps) {
  const dialog = usePopup<HTMLDivElement>(popup);
  const likers = useLikers(postId);
  const shown = likers.data?.pages.flatMap(({ items }) => items);
  return (
    <div
      className={clsx('ko-pop', styles.likers)}
      role="dialog"
      aria-label={texts.post.likers}
      tabIndex={-1}
      ref={dialog}
      style={{ height: HEAD_PX + ROW_PX * Math.max(1, count) }}
    >
      <p className="ko-pop__title">{texts.post.likers}</p>
      {likers.isPending ? (
        <Loading>
          <span className="ko-sk ko-opt" />
        </Loading>
      ) : null}
      {shown?.length === 0 && !likers.hasNextPage ? (
        <p className="ko-opt">{texts.post.noLikes}</p>
      ) : null}
      {shown?.map((fan) => (
        <FanLink key={fan._id} className="ko-opt" fan={fan} readerId={readerId}>
          <Avatar fan={fan} picture={pictureAddress(fan)} size={28} />
        </FanLink>
      ))}
      {likers.isError && !likers.isFetchNextPageError ? (
        <ErrorState text={texts.post.likersFailed} onRetry={() => void likers.refetch()} />
      ) : null}
      {shown ? (
        <ShowMore
          of={likers}
          className="ko-pad"
          label={texts.actions.showMore}
          size="sm"
          failure={texts.post.likersFailed}
        />
      ) : null}
    </div>
  );
}

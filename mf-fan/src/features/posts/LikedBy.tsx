import { Avatar, Button, ErrorState, Loading, usePopup, type PopupProps } from '@kickoff/ui';
import { pictureAddress } from '@kickoff/web';
import { useEffect } from 'react';

import { useLikers } from './api/useLikers';
import { FanLink } from './FanLink';

interface LikedByProps extends PopupProps {
  postId: string;
  readerId: string | undefined;
}

/** Who likes a post, as a popup. */
export default function LikedBy({ postId, readerId, ...popup }: LikedByProps) {
  const dialog = usePopup<HTMLDivElement>(popup);
  const likers = useLikers(postId);
  const shown = likers.data?.pages.flatMap(({ items }) => items);
  const showMore = () => void likers.fetchNextPage();
  useEffect(() => {
    // With the last page the button goes that had the focus.
    if (document.activeElement === document.body) dialog.current?.focus({ preventScroll: true });
  }, [likers.hasNextPage, dialog]);
  const retry = () => {
    if (likers.isFetchNextPageError) showMore();
    else void likers.refetch();
  };
  return (
    <div
      className="ko-pop"
      role="dialog"
      aria-label="Liked by"
      tabIndex={-1}
      ref={dialog}
      style={{ maxHeight: '50dvh', overflowY: 'auto' }}
    >
      <p className="ko-pop__title">Liked by</p>
      {likers.isPending ? (
        <Loading>
          <span className="ko-sk ko-opt" />
        </Loading>
      ) : null}
      {shown?.length === 0 ? <p className="ko-opt">No likes yet</p> : null}
      {shown?.map((fan) => (
        <FanLink key={fan._id} className="ko-opt" fan={fan} readerId={readerId}>
          <Avatar fan={fan} picture={pictureAddress(fan)} size={28} />
        </FanLink>
      ))}
      {likers.isError ? <ErrorState text="Failed to fetch likes" onRetry={retry} /> : null}
      {likers.hasNextPage && !likers.isError ? (
        <Button look="line" size="sm" block busy={likers.isFetchingNextPage} onClick={showMore}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}

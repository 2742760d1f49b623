import { Avatar, formatCount, ErrorState } from '@kickoff/ui';
import { addressOf, Link, pictureAddress } from '@kickoff/web';

import { texts } from '../../texts';
import { useNewestFriends } from './api/useNewestFriends';

interface FriendAvatarsProps {
  /** Undefined while loading. */
  count: number | undefined;
}

/** The number of connected friends and the newest as avatars. */
export function FriendAvatars({ count }: FriendAvatarsProps) {
  const { data: friends, isError, refetch } = useNewestFriends();
  return (
    <section className="ko-side" aria-labelledby="friend-faces">
      <div className="ko-head">
        <h2 id="friend-faces">
          <Link className="ko-inherit-color" to={addressOf('OwnProfile')}>
            {texts.friends.title}
          </Link>
        </h2>
        <p className="ko-num">{count === undefined ? null : formatCount(count)}</p>
      </div>
      {isError && !friends ? (
        <ErrorState text={texts.friends.failed} onRetry={() => void refetch()} />
      ) : null}
      {friends?.length === 0 ? <p className="ko-none">{texts.friends.none}</p> : null}
      <div className="ko-avstack ko-mt-2">
        {friends?.map((friend) => (
          <Link
            key={friend._id}
            to={addressOf('FriendProfile', friend)}
            aria-label={friend.username}
            title={friend.username}
          >
            <Avatar fan={friend} picture={pictureAddress(friend)} size={36} />
          </Link>
        ))}
        {friends ? null : <span className="ko-sk ko-av ko-av--36" />}
      </div>
    </section>
  );
}

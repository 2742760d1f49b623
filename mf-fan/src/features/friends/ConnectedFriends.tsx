import type { ConnectedFriend } from '@kickoff/contracts';
import { Avatar, Button, ErrorState, FormAlert, Loading } from '@kickoff/ui';
import { addressOf, Link, pictureAddress } from '@kickoff/web';
import { useRef, useState } from 'react';

import { useConnectedFriends, useFriendLeaves } from './api/useConnectedFriends';
import { useFollowFan } from './api/useFollowFan';

const FAILURE = 'Failed to fetch friends';

interface FriendRowProps {
  friend: ConnectedFriend;
  isBusy: boolean;
  onUnfollow: () => void;
}

function FriendRow({ friend, isBusy, onUnfollow }: FriendRowProps) {
  return (
    <li className="ko-person">
      <Avatar fan={friend} picture={pictureAddress(friend)} />
      <span>
        <b>
          <Link to={addressOf('FriendProfile', { username: friend.username })}>
            {friend.username}
          </Link>
        </b>
        {friend.followsBack ? <small>Follows you</small> : null}
      </span>
      <Button
        size="sm"
        busy={isBusy}
        aria-label={`Unfollow ${friend.username}`}
        onClick={onUnfollow}
      >
        Unfollow
      </Button>
    </li>
  );
}

/** All whom the fan follows, with a mark for who follows back. */
export function ConnectedFriends() {
  const list = useConnectedFriends();
  const followFan = useFollowFan();
  const leave = useFriendLeaves();
  const [busyId, setBusyId] = useState<string>();
  const [told, setTold] = useState('');
  const [fault, setFault] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);

  const friends = list.data?.pages.flatMap(({ items }) => items);
  const unfollow = async ({ _id, username }: ConnectedFriend) => {
    if (busyId !== undefined) return;
    setBusyId(_id);
    setFault(undefined);
    try {
      await followFan(_id, false);
      // The button that has the focus goes with its row.
      heading.current?.focus();
      await leave(_id);
      setTold(`You no longer follow ${username}`);
    } catch (failure) {
      setFault(failure instanceof Error ? failure.message : String(failure));
    }
    setBusyId(undefined);
  };
  const showMore = () => void list.fetchNextPage();

  return (
    <aside
      className="ko-sheet ko-pad"
      aria-labelledby="friends-heading"
      aria-busy={list.isFetching}
    >
      <div className="ko-head">
        <h2 id="friends-heading" tabIndex={-1} ref={heading}>
          Connected Friends
        </h2>
      </div>
      <p className="ko-sr" role="status">
        {told}
      </p>
      {list.isPending ? (
        <Loading>
          <div className="ko-person">
            <span className="ko-sk ko-av" style={{ borderRadius: '50%' }} />
            <span className="ko-sk" style={{ width: '60%', height: '.8em' }} />
          </div>
        </Loading>
      ) : null}
      {list.isError && !friends ? (
        <ErrorState text={FAILURE} onRetry={() => void list.refetch()} />
      ) : null}
      {friends?.length === 0 ? <p className="ko-none ko-mt-2">No friends yet</p> : null}
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
      <ul className="ko-mt-2">
        {friends?.map((friend) => (
          <FriendRow
            key={friend._id}
            friend={friend}
            isBusy={busyId === friend._id}
            onUnfollow={() => void unfollow(friend)}
          />
        ))}
      </ul>
      {list.isFetchNextPageError ? <ErrorState text={FAILURE} onRetry={showMore} /> : null}
      {list.hasNextPage && !list.isFetchNextPageError ? (
        <Button
          className="ko-mt-3"
          look="line"
          block
          busy={list.isFetchingNextPage}
          onClick={showMore}
        >
          Show more friends
        </Button>
      ) : null}
    </aside>
  );
}

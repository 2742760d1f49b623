import type { ConnectedFriend } from '@kickoff/contracts';
import {
  Avatar,
  Button,
  errorMessage,
  ErrorState,
  fillText,
  FormAlert,
  Loading,
  ShowMore,
  useFocusFallback,
} from '@kickoff/ui';
import { addressOf, Link, pictureAddress, useExclusiveMutation, useOwnProfile } from '@kickoff/web';
import { useState } from 'react';

import { texts } from '../../texts';
import { useConnectedFriends, useRemoveFriend } from './api/useConnectedFriends';
import { useFollowFan } from './api/useFollowFan';

/** Friends shown at first: the posts are below them. */
const FIRST_ROWS = 3;
const ROW_HEIGHT = 56;

interface FriendRowProps {
  friend: ConnectedFriend;
  onLeft: (friend: ConnectedFriend) => Promise<void>;
  onFault: (text: string | undefined) => void;
}

/** One friend. Several can be unfollowed at the same time. */
function FriendRow({ friend, onLeft, onFault }: FriendRowProps) {
  const followFan = useFollowFan();
  const item = useFocusFallback<HTMLLIElement>();
  const unfollowing = useExclusiveMutation({
    mutationFn: async () => {
      await followFan(friend._id, false);
      await onLeft(friend);
    },
    onMutate: () => onFault(undefined),
    onError: (failure) => onFault(errorMessage(failure)),
  });
  return (
    <li className="ko-person" ref={item}>
      <Avatar fan={friend} picture={pictureAddress(friend)} />
      <span>
        <b>
          <Link to={addressOf('FriendProfile', friend)}>{friend.username}</Link>
        </b>
        {friend.followsBack ? <small>{texts.friends.followsYou}</small> : null}
      </span>
      <Button
        size="sm"
        busy={unfollowing.isPending}
        aria-label={fillText(texts.follow.unfollowFan, friend)}
        onClick={() => unfollowing.mutate()}
      >
        {texts.actions.unfollow}
      </Button>
    </li>
  );
}

/** Followed fans, with a mark on those who follow back: the newest three, then all on request. */
export function ConnectedFriends() {
  const list = useConnectedFriends();
  const leave = useRemoveFriend();
  const { friendsCount: count = 0 } = useOwnProfile().data ?? {};
  const [announcement, setAnnouncement] = useState('');
  const [fault, setFault] = useState<string>();
  const [showsAll, setShowsAll] = useState(false);

  const friends = list.data?.pages.flatMap(({ items }) => items);
  const hasMore = friends ? friends.length > FIRST_ROWS || list.hasNextPage : count > FIRST_ROWS;
  const forget = async ({ _id, username }: ConnectedFriend) => {
    await leave(_id);
    setAnnouncement(fillText(texts.follow.unfollowed, { username }));
  };

  return (
    <aside
      className="ko-sheet ko-pad ko-mt-3"
      aria-labelledby="friends-heading"
      aria-busy={list.isFetching}
      tabIndex={-1}
    >
      <div className="ko-head">
        <h2 id="friends-heading" tabIndex={-1}>
          {texts.friends.title}
        </h2>
      </div>
      <p className="ko-sr" role="status">
        {announcement}
      </p>
      {list.isPending ? (
        <div className="ko-mt-2" style={{ minHeight: Math.min(count, FIRST_ROWS) * ROW_HEIGHT }}>
          <Loading>
            <div className="ko-person">
              <span className="ko-sk ko-av" />
              <span className="ko-sk ko-sk--line" />
            </div>
          </Loading>
        </div>
      ) : null}
      {list.isError && !friends ? (
        <ErrorState text={texts.friends.failed} onRetry={() => void list.refetch()} />
      ) : null}
      {friends?.length === 0 ? <p className="ko-none ko-mt-2">{texts.friends.none}</p> : null}
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
      {friends ? (
        <ul className="ko-mt-2">
          {(showsAll ? friends : friends.slice(0, FIRST_ROWS)).map((friend) => (
            <FriendRow key={friend._id} friend={friend} onLeft={forget} onFault={setFault} />
          ))}
        </ul>
      ) : null}
      {showsAll ? (
        <ShowMore
          of={list}
          className="ko-mt-3"
          label={texts.friends.showMore}
          failure={texts.friends.failed}
        />
      ) : null}
      {hasMore ? (
        <Button
          look="line"
          size="sm"
          block
          className="ko-mt-3"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? texts.friends.showFewer : texts.friends.showAll}
        </Button>
      ) : null}
    </aside>
  );
}

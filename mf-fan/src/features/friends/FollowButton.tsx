import type { FriendProfile } from '@kickoff/contracts';
import { Button, errorMessage, fillText } from '@kickoff/ui';
import { useMutation, useQueryClient } from '@kickoff/web';
import { useRef } from 'react';

import { texts } from '../../texts';
import { useFollowFan } from './api/useFollowFan';
import { useShowFriendProfile } from './api/useFriendProfile';

interface FollowButtonProps {
  fan: FriendProfile;
  /** The username that the profile was requested by. */
  address: string;
  onFault: (text: string | undefined) => void;
}

const withFollow =
  (following: boolean) =>
  (profile: FriendProfile): FriendProfile =>
    profile.following === following
      ? profile
      : { ...profile, following, followersCount: profile.followersCount + (following ? 1 : -1) };

/** Follows or unfollows the fan of a profile: updates at once and reverts on failure. */
export function FollowButton({ fan, address, onFault }: FollowButtonProps) {
  const followFan = useFollowFan();
  const show = useShowFriendProfile(address);
  const queries = useQueryClient();
  // As the server has it, while choices are on their way.
  const stored = useRef(fan.following);
  const mutationKey = ['follow', fan._id];
  const isOnly = () => queries.isMutating({ mutationKey }) === 1;

  const { mutate } = useMutation({
    mutationKey,
    // One request at a time, so that the last choice is stored last.
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (follows: boolean) => {
      // A response in flight may have restored the old state.
      if (isOnly()) await show(withFollow(follows));
      await followFan(fan._id, follows);
    },
    onMutate: async (follows) => {
      if (isOnly()) stored.current = fan.following;
      onFault(undefined);
      await show(withFollow(follows));
    },
    onSuccess: (_, follows) => {
      stored.current = follows;
    },
    onError: async (failure) => {
      if (isOnly()) await show(withFollow(stored.current));
      onFault(errorMessage(failure));
    },
  });
  return (
    <Button
      look={fan.following ? 'line' : 'primary'}
      aria-label={fillText(
        fan.following ? texts.follow.unfollowFollowed : texts.actions.followFan,
        fan,
      )}
      onClick={() => mutate(!fan.following)}
    >
      {fan.following ? texts.follow.following : texts.actions.follow}
    </Button>
  );
}

import type { FriendProfile } from '@kickoff/contracts';
import { Button } from '@kickoff/ui';
import { useState } from 'react';

import { useFollowFan } from './api/useFollowFan';
import { useShowFriendProfile } from './api/useFriendProfile';

interface FollowButtonProps {
  fan: FriendProfile;
  /** The name that the profile was asked for by. */
  address: string;
  onFault: (text: string | undefined) => void;
}

const withFollow =
  (following: boolean) =>
  (profile: FriendProfile): FriendProfile =>
    profile.following === following
      ? profile
      : { ...profile, following, followersCount: profile.followersCount + (following ? 1 : -1) };

/** Follows the fan of a profile or ends it: shown at once, taken back if it fails. */
export function FollowButton({ fan, address, onFault }: FollowButtonProps) {
  const followFan = useFollowFan();
  const show = useShowFriendProfile(address);
  const [isBusy, setBusy] = useState(false);
  const toggle = async () => {
    if (isBusy) return;
    const wanted = !fan.following;
    setBusy(true);
    onFault(undefined);
    await show(withFollow(wanted));
    try {
      await followFan(fan._id, wanted);
    } catch (failure) {
      await show(withFollow(!wanted));
      onFault(failure instanceof Error ? failure.message : String(failure));
    }
    setBusy(false);
  };
  return (
    <Button
      look={fan.following ? 'line' : 'primary'}
      aria-label={fan.following ? `Following ${fan.username}, unfollow` : `Follow ${fan.username}`}
      onClick={() => void toggle()}
    >
      {fan.following ? 'Following' : 'Follow'}
    </Button>
  );
}

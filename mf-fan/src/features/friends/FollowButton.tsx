import type { FriendProfile } from '@kickoff/contracts';
import { Button } from '@kickoff/ui';
import { useLastWish } from '../../useLastWish';
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
  const sendLast = useLastWish<boolean>();
  const toggle = async () => {
    const wanted = !fan.following;
    let known = fan.following;
    onFault(undefined);
    await show(withFollow(wanted));
    try {
      await sendLast(wanted, async (follows) => {
        // An answer that was on its way may have brought the old state back.
        await show(withFollow(follows));
        await followFan(fan._id, follows);
        known = follows;
      });
    } catch (failure) {
      await show(withFollow(known));
      onFault(failure instanceof Error ? failure.message : String(failure));
    }
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

import type { FriendProfile } from '@kickoff/contracts';
import { Button, errorMessage, fillText } from '@kickoff/ui';
import { useLatestWins } from '../../useLatestWins';
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
  const sendLast = useLatestWins<boolean>();
  const toggle = async () => {
    const wanted = !fan.following;
    let known = fan.following;
    onFault(undefined);
    await show(withFollow(wanted));
    try {
      await sendLast(wanted, async (follows) => {
        // A response in flight may have restored the old state.
        await show(withFollow(follows));
        await followFan(fan._id, follows);
        known = follows;
      });
    } catch (failure) {
      await show(withFollow(known));
      onFault(errorMessage(failure));
    }
  };
  return (
    <Button
      look={fan.following ? 'line' : 'primary'}
      aria-label={fillText(
        fan.following ? texts.follow.unfollowFollowed : texts.actions.followFan,
        fan,
      )}
      onClick={() => void toggle()}
    >
      {fan.following ? texts.follow.following : texts.actions.follow}
    </Button>
  );
}

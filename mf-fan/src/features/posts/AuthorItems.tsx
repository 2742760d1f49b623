import type { FanSummary } from '@kickoff/contracts';
import { fillText, icons, MenuItem } from '@kickoff/ui';
import { raiseToast, useOwnProfile } from '@kickoff/web';

import { useHideFan } from '../../relations/useHideFan';
import { clearError, showError } from '../../show-error';
import { texts } from '../../texts';
import { useAuthor } from './api/useAuthor';
import { useFollowAuthor } from './api/useFollowAuthor';

/** The menu items of a post's author: follow, mute. */
export function AuthorItems({ author }: { author: FanSummary }) {
  const { data: me } = useOwnProfile();
  const { data: profile } = useAuthor(author.username);
  const followAuthor = useFollowAuthor();
  const mute = useHideFan('mute');
  // Until the profile is there: most lists of friends are whole, and muted fans have few posts.
  const follows = profile?.following ?? me?.friends.some(({ _id }) => _id === author._id) ?? false;
  const isMuted = profile?.muted ?? false;

  const act = (name: string, action: Promise<void>, text: string) => {
    clearError(name);
    action.then(() => raiseToast({ kind: 'ok', text }), showError(name));
  };
  const toggleFollow = () =>
    act(
      `follow ${author._id}`,
      followAuthor(author._id, !follows),
      fillText(follows ? texts.follow.unfollowed : texts.follow.followed, author),
    );
  const toggleMute = () =>
    act(
      `mute ${author._id}`,
      mute(author._id, !isMuted),
      fillText(isMuted ? texts.mute.unmuted : texts.mute.muted, author),
    );
  return (
    <>
      <MenuItem icon={follows ? icons.userMinus : icons.userPlus} onChoose={toggleFollow}>
        {follows ? texts.actions.unfollow : texts.actions.follow}
      </MenuItem>
      <MenuItem icon={icons.volumeX} onChoose={toggleMute}>
        {isMuted ? texts.actions.unmute : texts.actions.mute}
      </MenuItem>
    </>
  );
}

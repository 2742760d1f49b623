import type { FanSummary } from '@kickoff/contracts';
import { errorMessage, icons, MenuItem } from '@kickoff/ui';
import { raiseToast, useOwnProfile } from '@kickoff/web';

import { useHideFan } from '../../relations/useHideFan';
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

  const act = async (action: Promise<void>, text: string) => {
    try {
      await action;
      raiseToast({ kind: 'ok', text });
    } catch (failure) {
      raiseToast({ kind: 'error', text: errorMessage(failure) });
    }
  };
  const toggleFollow = () =>
    act(
      followAuthor(author._id, !follows),
      follows ? `You no longer follow ${author.username}` : `You follow ${author.username}`,
    );
  const toggleMute = () =>
    act(
      mute(author._id, !isMuted),
      isMuted ? `${author.username} is no longer muted` : `${author.username} is muted`,
    );
  return (
    <>
      <MenuItem
        icon={follows ? icons.userMinus : icons.userPlus}
        onChoose={() => void toggleFollow()}
      >
        {follows ? 'Unfollow' : 'Follow'}
      </MenuItem>
      <MenuItem icon={icons.volumeX} onChoose={() => void toggleMute()}>
        {isMuted ? 'Unmute' : 'Mute'}
      </MenuItem>
    </>
  );
}

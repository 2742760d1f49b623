import type { FriendSuggestion } from '@kickoff/contracts';
import { fillText, icons, MenuItem, MenuList, type PopupProps } from '@kickoff/ui';

import { texts } from '../../texts';
import { useDismissSuggestion } from './api/useDismissSuggestion';
import styles from './SuggestionMenu.module.css';

interface SuggestionMenuProps extends PopupProps {
  fan: FriendSuggestion;
  isRail: boolean;
  /** Runs the choice, and announces it once it is done. */
  onChoose: (work: () => Promise<void>, announcement: string) => void;
}

/** The ways to put a suggestion away. */
export default function SuggestionMenu({ fan, isRail, onChoose, ...popup }: SuggestionMenuProps) {
  const { _id, username } = fan;
  const dismiss = useDismissSuggestion();
  const notNow = () =>
    onChoose(() => dismiss(_id, false), fillText(texts.suggestions.notNowDone, { username }));
  const never = () =>
    onChoose(() => dismiss(_id, true), fillText(texts.suggestions.neverDone, { username }));
  return (
    <MenuList
      className={isRail ? styles.overCard : styles.below}
      label={fillText(texts.profile.menu, { username })}
      {...popup}
    >
      <MenuItem icon={icons.x} onChoose={notNow}>
        {texts.suggestions.notNow}
      </MenuItem>
      <MenuItem icon={icons.ban} onChoose={never}>
        {texts.suggestions.never}
      </MenuItem>
    </MenuList>
  );
}

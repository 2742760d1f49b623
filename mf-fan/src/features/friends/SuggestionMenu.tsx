import { icons, MenuItem, MenuList, type PopupProps } from '@kickoff/ui';

const BELOW = { insetBlockStart: 'calc(100% + 2px)', insetInlineEnd: 0, width: 'max-content' };
/** Within the card, because the rail cuts off what leaves it. */
const OVER_CARD = { insetBlockEnd: 'calc(100% + 2px)', insetInline: 0 };

interface SuggestionMenuProps extends PopupProps {
  username: string;
  isRail: boolean;
  onNotNow: () => void;
  onNever: () => void;
}

/** The ways to put a suggestion away. */
export default function SuggestionMenu({
  username,
  isRail,
  onNotNow,
  onNever,
  ...popup
}: SuggestionMenuProps) {
  return (
    <MenuList label={`More about ${username}`} style={isRail ? OVER_CARD : BELOW} {...popup}>
      <MenuItem icon={icons.x} onChoose={onNotNow}>
        Not now
      </MenuItem>
      <MenuItem icon={icons.ban} onChoose={onNever}>
        Don’t suggest again
      </MenuItem>
    </MenuList>
  );
}

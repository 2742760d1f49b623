import type { FanSettings, SettingsChange } from '@kickoff/contracts';

import { SettingOutcome } from './SettingOutcome';
import { useSetting } from './useSetting';

/** A kind of notifications that can be switched. */
export type Kind = keyof FanSettings['notifications'];

export const KINDS: readonly (readonly [Kind, string])[] = [
  ['like', 'Likes of my posts'],
  ['comment', 'Comments on my posts, and after mine on others'],
  ['quote', 'Quotes of my posts'],
  ['reply', 'Replies to my stories'],
  ['follow', 'New followers'],
  ['story', 'Stories of fans I follow'],
  ['team', 'Kick-offs, goals and results of my team'],
  ['match', 'Matches I follow'],
  ['report', 'What became of my reports'],
];

interface KindChoiceProps {
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  changeTo: (isOn: boolean) => SettingsChange;
}

/** The switch of one kind. It applies at once. */
export function KindChoice({ label, isOn, isDisabled = false, changeTo }: KindChoiceProps) {
  const { set, ...outcome } = useSetting();
  return (
    <div className="ko-head" style={{ flexWrap: 'wrap', rowGap: 0 }}>
      <label className="ko-check">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isDisabled}
          onChange={(event) => void set(changeTo(event.target.checked))}
        />
        <span>{label}</span>
      </label>
      <SettingOutcome {...outcome} />
    </div>
  );
}

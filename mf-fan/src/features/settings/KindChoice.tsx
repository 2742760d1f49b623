import type { FanSettings, SettingsChange } from '@kickoff/contracts';

import styles from './settings.module.css';
import { texts } from '../../texts';
import { SettingOutcome } from './SettingOutcome';
import { useSetting } from './useSetting';

/** A kind of notifications that can be switched. */
export type Kind = keyof FanSettings['notifications'];

export const KINDS: readonly (readonly [Kind, string])[] = [
  ['like', texts.notificationKinds.like],
  ['comment', texts.notificationKinds.comment],
  ['quote', texts.notificationKinds.quote],
  ['reply', texts.notificationKinds.reply],
  ['follow', texts.notificationKinds.follow],
  ['story', texts.notificationKinds.story],
  ['team', texts.notificationKinds.team],
  ['match', texts.notificationKinds.match],
  ['report', texts.notificationKinds.report],
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
    <div className={`ko-head ${styles.wraps} ${styles.closeRows}`}>
      <label className="ko-check">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isDisabled}
          onChange={(event) => set(changeTo(event.target.checked))}
        />
        <span>{label}</span>
      </label>
      <SettingOutcome {...outcome} />
    </div>
  );
}

import type { FanSettings } from '@kickoff/contracts';
import { useId } from 'react';

import { Choice } from './Choice';
import { SettingOutcome } from './SettingOutcome';
import { useSetting } from './useSetting';

const THEMES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const FEEDS = [
  ['everyone', 'Everyone'],
  ['following', 'Following'],
] as const;

function ContactData({ isHidden }: { isHidden: boolean }) {
  const id = useId();
  const { set, ...outcome } = useSetting();
  return (
    <div className="ko-field">
      <label className="ko-check">
        <input
          type="checkbox"
          checked={isHidden}
          aria-describedby={`${id}hint`}
          onChange={(event) => void set({ hideContact: event.target.checked })}
        />
        <span>Hide my contact data</span>
      </label>
      <span className="ko-hint" id={`${id}hint`}>
        Other fans then see neither your email nor your phone number.
      </span>
      <SettingOutcome {...outcome} />
    </div>
  );
}

/** The fan's display settings. Each choice applies at once. */
export function Preferences({ settings }: { settings: FanSettings }) {
  return (
    <div className="ko-form">
      <Choice
        label="Theme"
        hint="System follows what this device prefers."
        options={THEMES}
        value={settings.theme}
        changeTo={(theme) => ({ theme })}
      />
      <Choice
        label="Feed"
        hint="Whose posts home begins with."
        options={FEEDS}
        value={settings.feed}
        changeTo={(feed) => ({ feed })}
      />
      <ContactData isHidden={settings.hideContact} />
    </div>
  );
}

import type { FanSettings } from '@kickoff/contracts';
import { useId } from 'react';

import { texts } from '../../texts';
import { Choice } from './Choice';
import { SettingOutcome } from './SettingOutcome';
import { useSetting } from './useSetting';

const THEMES = [
  ['system', texts.themes.system],
  ['light', texts.themes.light],
  ['dark', texts.themes.dark],
] as const;

const FEEDS = [
  ['everyone', texts.posts.everyone],
  ['following', texts.posts.following],
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
          onChange={(event) => set({ hideContact: event.target.checked })}
        />
        <span>{texts.preferences.contact}</span>
      </label>
      <span className="ko-hint" id={`${id}hint`}>
        {texts.preferences.contactHint}
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
        label={texts.preferences.theme}
        hint={texts.preferences.themeHint}
        options={THEMES}
        value={settings.theme}
        changeTo={(theme) => ({ theme })}
      />
      <Choice
        label={texts.preferences.feed}
        hint={texts.preferences.feedHint}
        options={FEEDS}
        value={settings.feed}
        changeTo={(feed) => ({ feed })}
      />
      <ContactData isHidden={settings.hideContact} />
    </div>
  );
}

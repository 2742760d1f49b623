import type { FanSettings } from '@kickoff/contracts';
import { useId } from 'react';

import { texts } from '../../texts';
import { KindChoice, KINDS } from './KindChoice';

/** The kinds of notifications the fan receives. Each choice applies at once. */
export function NotificationChoices({ chosen }: { chosen: FanSettings['notifications'] }) {
  const id = useId();
  return (
    <div
      className="ko-form"
      role="group"
      aria-label={texts.notifications.kinds}
      aria-describedby={`${id}hint`}
    >
      {KINDS.map(([kind, label]) => (
        <KindChoice
          key={kind}
          label={label}
          isOn={chosen[kind]}
          changeTo={(isOn) => ({ notifications: { [kind]: isOn } })}
        />
      ))}
      <span className="ko-hint" id={`${id}hint`}>
        {texts.notifications.adminsHint}
      </span>
    </div>
  );
}

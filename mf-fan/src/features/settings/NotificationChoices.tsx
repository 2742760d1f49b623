import type { FanSettings } from '@kickoff/contracts';
import { useId } from 'react';

import { KindChoice, KINDS } from './KindChoice';

/** The kinds of notifications the fan receives. Each choice applies at once. */
export function NotificationChoices({ chosen }: { chosen: FanSettings['notifications'] }) {
  const id = useId();
  return (
    <div className="ko-form" role="group" aria-label="Kinds" aria-describedby={`${id}hint`}>
      {KINDS.map(([kind, label]) => (
        <KindChoice
          key={kind}
          label={label}
          isOn={chosen[kind]}
          changeTo={(isOn) => ({ notifications: { [kind]: isOn } })}
        />
      ))}
      <span className="ko-hint" id={`${id}hint`}>
        What admins decide about your posts and your account always reaches you.
      </span>
    </div>
  );
}

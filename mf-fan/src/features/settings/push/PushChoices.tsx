import type { FanSettings } from '@kickoff/contracts';
import { useId } from 'react';

import { texts } from '../../../texts';
import { KindChoice, KINDS } from '../KindChoice';

/** The kinds of notifications that go to the fan's devices too. Each choice applies at once. */
export function PushChoices({ settings: { notifications, push } }: { settings: FanSettings }) {
  const id = useId();
  return (
    <div
      className="ko-form ko-mt-3"
      role="group"
      aria-label={texts.push.kinds}
      aria-describedby={`${id}hint`}
    >
      {KINDS.map(([kind, label]) => (
        <KindChoice
          key={kind}
          label={label}
          isOn={push[kind] && notifications[kind]}
          isDisabled={!notifications[kind]}
          changeTo={(isOn) => ({ push: { [kind]: isOn } })}
        />
      ))}
      <span className="ko-hint" id={`${id}hint`}>
        {texts.push.kindsHint}
      </span>
    </div>
  );
}

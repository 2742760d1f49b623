import { fillText, formatDateTime } from '@kickoff/ui';
import { useId, type ReactNode } from 'react';

import { texts } from '../../../texts';
import { SHIELD_DURATIONS, shieldedUntil } from './shielded-until';

interface ShieldDurationProps {
  until: string | undefined;
  /** What became of the last change. */
  outcome: ReactNode;
  onChange: (until: string | undefined) => void;
}

/** How long the shield lasts, from now. */
export function ShieldDuration({ until, outcome, onChange }: ShieldDurationProps) {
  const id = useId();
  const present =
    until === undefined
      ? undefined
      : fillText(texts.durations.until, { time: formatDateTime(until) });
  return (
    <div className="ko-field">
      <label className="ko-label" htmlFor={id}>
        {texts.durations.name}
      </label>
      <select
        className="ko-select"
        id={id}
        value={present ?? SHIELD_DURATIONS[0]?.label}
        onChange={({ target }) => onChange(shieldedUntil(target.value, Date.now()))}
      >
        {present === undefined ? null : <option>{present}</option>}
        {SHIELD_DURATIONS.map(({ label }) => (
          <option key={label}>{label}</option>
        ))}
      </select>
      {outcome}
    </div>
  );
}

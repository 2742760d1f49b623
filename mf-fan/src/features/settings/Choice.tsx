import type { SettingsChange } from '@kickoff/contracts';
import { useId } from 'react';

import { SettingOutcome } from './SettingOutcome';
import { useSetting } from './useSetting';
import styles from './settings.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  hint: string;
  /** Values and their labels, in display order. */
  options: readonly (readonly [Value, string])[];
  value: Value;
  changeTo: (value: Value) => SettingsChange;
}

/** A radio group for one setting. */
export function Choice<Value extends string>({
  label,
  hint,
  options,
  value,
  changeTo,
}: ChoiceProps<Value>) {
  const id = useId();
  const { set, ...outcome } = useSetting();
  return (
    <div className="ko-field">
      <div className={`ko-head ${styles.wraps}`}>
        <h3 id={`${id}label`}>{label}</h3>
        <div
          className="ko-seg"
          role="group"
          aria-labelledby={`${id}label`}
          aria-describedby={`${id}hint`}
        >
          {options.map(([option, words]) => (
            <button
              key={option}
              type="button"
              aria-pressed={option === value}
              onClick={() => set(changeTo(option))}
            >
              {words}
            </button>
          ))}
        </div>
      </div>
      <span className="ko-hint" id={`${id}hint`}>
        {hint}
      </span>
      <SettingOutcome {...outcome} />
    </div>
  );
}

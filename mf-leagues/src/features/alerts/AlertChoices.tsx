import type { AlertChange } from '@kickoff/contracts';
import { type PopupProps, usePopup } from '@kickoff/ui';

import { texts } from '../../texts';
import styles from './AlertButton.module.css';

const CHOICES = [
  ['kickOff', texts.alerts.kickOff],
  ['goals', texts.alerts.goals],
  ['fullTime', texts.alerts.fullTime],
] as const;

interface AlertChoicesProps extends PopupProps {
  alert: AlertChange;
  /** A match in play has no kick-off to come. */
  hasKickedOff: boolean;
  onChange: (wanted: AlertChange) => void;
}

/** What of a match leads to a notification. */
export function AlertChoices({ alert, hasKickedOff, onChange, ...popup }: AlertChoicesProps) {
  const { goals, fullTime } = alert;
  const kickOff = alert.kickOff && !hasKickedOff;
  const choices = CHOICES.filter(([name]) => name !== 'kickOff' || !hasKickedOff);
  const list = usePopup<HTMLFieldSetElement>(popup);
  return (
    <fieldset className={`ko-pop ${styles.choices}`} tabIndex={-1} ref={list}>
      <legend>{texts.alerts.legend}</legend>
      {choices.map(([name, label]) => (
        <label key={name} className="ko-check">
          <input
            type="checkbox"
            checked={alert[name]}
            onChange={(event) =>
              onChange({ kickOff, goals, fullTime, [name]: event.target.checked })
            }
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

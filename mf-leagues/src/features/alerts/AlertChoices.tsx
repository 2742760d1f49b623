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
  onChange: (wanted: AlertChange) => void;
}

/** What of a match leads to a notification. */
export function AlertChoices({ alert, onChange, ...popup }: AlertChoicesProps) {
  const { kickOff, goals, fullTime } = alert;
  const list = usePopup<HTMLFieldSetElement>(popup);
  return (
    <fieldset className={`ko-pop ${styles.choices}`} tabIndex={-1} ref={list}>
      <legend>{texts.alerts.legend}</legend>
      {CHOICES.map(([name, label]) => (
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

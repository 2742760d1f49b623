import { Icon, icons } from '@kickoff/ui';
import { useRef, useState } from 'react';

import { texts } from '../../texts';
import styles from './AlertButton.module.css';
import { AlertChoices } from './AlertChoices';
import { useMatchAlert } from './api/useMatchAlert';

interface AlertButtonProps {
  matchId: string;
  hasKickedOff: boolean;
}

/** Turns a match's alerts on with one press, and opens what of it they are about. */
export function AlertButton({ matchId, hasKickedOff }: AlertButtonProps) {
  const { alert, isOn, change, fault, retry } = useMatchAlert(matchId);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const press = () => {
    // Unknown alerts would be overwritten.
    if (!alert) {
      void retry({ cancelRefetch: false });
      return;
    }
    if (!isOn && !isOpen) change({ kickOff: !hasKickedOff, goals: true, fullTime: true });
    setOpen(!isOpen);
  };
  return (
    <div className={styles.alerts}>
      <button
        className={isOn ? 'ko-btn ko-btn--soft' : 'ko-btn ko-btn--line'}
        type="button"
        aria-expanded={isOpen}
        aria-disabled={alert || fault !== undefined ? undefined : true}
        ref={button}
        onClick={press}
      >
        <Icon icon={icons.bell} size={16} />
        {isOn ? texts.alerts.on : texts.alerts.off}
      </button>
      {isOpen && alert ? (
        <AlertChoices
          alert={alert}
          hasKickedOff={hasKickedOff}
          opener={button}
          onChange={change}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

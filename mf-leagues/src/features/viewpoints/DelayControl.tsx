import { DELAY_SECONDS, type Viewpoint } from '@kickoff/contracts';
import { Button, Icon, icons } from '@kickoff/ui';
import { useId } from 'react';

import styles from './ViewpointBar.module.css';

const STEP_SECONDS = 5;
export const FIRST_DELAY_SECONDS = 30;

interface DelayControlProps {
  viewpoint: Viewpoint;
  isChanging: boolean;
  onChange: (seconds: number) => void;
  onGoalNow: () => void;
}

/** By how much the fan's broadcast is behind, in steps, or measured at the goal just seen. */
export function DelayControl({ viewpoint, isChanging, onChange, onGoalNow }: DelayControlProps) {
  const hintId = useId();
  const { seconds = FIRST_DELAY_SECONDS } = viewpoint;
  const step = (by: number) =>
    onChange(Math.min(DELAY_SECONDS.max, Math.max(DELAY_SECONDS.min, seconds + by)));
  return (
    <div className={styles.row}>
      <div className={styles.stepper} role="group" aria-label="Delay of my broadcast">
        <button
          className="ko-icbtn"
          type="button"
          aria-label="5 seconds less"
          disabled={seconds <= DELAY_SECONDS.min}
          onClick={() => step(-STEP_SECONDS)}
        >
          <Icon icon={icons.minus} />
        </button>
        <output>{seconds} s</output>
        <button
          className="ko-icbtn"
          type="button"
          aria-label="5 seconds more"
          disabled={seconds >= DELAY_SECONDS.max}
          onClick={() => step(STEP_SECONDS)}
        >
          <Icon icon={icons.plus} />
        </button>
      </div>
      <Button
        look="soft"
        size="sm"
        busy={isChanging}
        aria-describedby={hintId}
        onClick={() => onGoalNow()}
      >
        Goal now
      </Button>
      <span className={styles.hint} id={hintId}>
        Press it when you see a goal on your screen: that sets the delay.
      </span>
    </div>
  );
}

import { DELAY_SECONDS, type Viewpoint } from '@kickoff/contracts';
import { Button, fillText, Icon, icons } from '@kickoff/ui';
import { useId } from 'react';

import { texts } from '../../texts';
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
      <div className={styles.stepper} role="group" aria-label={texts.delay.label}>
        <button
          className="ko-icbtn"
          type="button"
          aria-label={fillText(texts.delay.less, { seconds: STEP_SECONDS })}
          disabled={seconds <= DELAY_SECONDS.min}
          onClick={() => step(-STEP_SECONDS)}
        >
          <Icon icon={icons.minus} />
        </button>
        <output>{fillText(texts.delay.seconds, { seconds })}</output>
        <button
          className="ko-icbtn"
          type="button"
          aria-label={fillText(texts.delay.more, { seconds: STEP_SECONDS })}
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
        {texts.delay.goalNow}
      </Button>
      <span className={styles.hint} id={hintId}>
        {texts.delay.hint}
      </span>
    </div>
  );
}

import type { Viewpoint } from '@kickoff/contracts';
import { fillText } from '@kickoff/ui';

import { texts } from '../../../texts';
import { formatPosition } from './replay-position';
import styles from './ReplayPlayer.module.css';

const STEP_SECONDS = 5;

interface SeekBarProps {
  halfTime: Viewpoint['halfTime'];
  /** Of the bar, in seconds. */
  duration: number;
  position: number;
  onSeek: (position: number) => void;
}

/** The replayed match from its kick-off on, half-time marked. Goals are not: they are to come. */
export function SeekBar({ halfTime, duration, position, onSeek }: SeekBarProps) {
  const percent = (seconds: number) => `${(seconds / duration) * 100}%`;
  return (
    <div className={styles.seek}>
      <div className={styles.track}>
        <input
          type="range"
          aria-label={texts.replay.seek}
          aria-valuetext={fillText(texts.replay.position, {
            position: formatPosition(position),
            duration: formatPosition(duration),
          })}
          min={0}
          max={duration}
          step={STEP_SECONDS}
          value={position}
          onChange={(event) => onSeek(Number(event.target.value))}
        />
        {halfTime ? (
          <span
            className={styles.half}
            style={{
              insetInlineStart: percent(halfTime.from),
              inlineSize: percent(halfTime.to - halfTime.from),
            }}
          >
            <span>{texts.replay.halfTime}</span>
          </span>
        ) : null}
      </div>
      <span className={styles.time}>
        {formatPosition(position)} / {formatPosition(duration)}
      </span>
    </div>
  );
}

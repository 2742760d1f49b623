import {
  type MatchPage,
  REPLAY_SPEEDS,
  type Viewpoint,
  type ViewpointChange,
} from '@kickoff/contracts';
import { Button, Icon, icons } from '@kickoff/ui';

import { texts } from '../../../texts';
import { durationOf, withinBar } from './replay-position';
import styles from './ReplayPlayer.module.css';
import { SeekBar } from './SeekBar';
import { useReplayKeys } from './useReplayKeys';
import { useReplayPosition } from './useReplayPosition';
import { useReplayRefresh } from './useReplayRefresh';

interface ReplayPlayerProps {
  match: MatchPage;
  /** In mode `replay`. */
  viewpoint: Viewpoint;
  onChange: (change: ViewpointChange) => void;
  /** For the bar, which is dragged. */
  onSeek: (change: ViewpointChange) => void;
}

/** Plays a match again beside the fan's recording. The server moves the position. */
export function ReplayPlayer({ match, viewpoint, onChange, onSeek }: ReplayPlayerProps) {
  const isOver = match.status === 'FINISHED' || match.status === 'CANCELED';
  const position = useReplayPosition(viewpoint, isOver);
  const { playing = false, speed = 1 } = viewpoint;
  // A match may be longer than the bar.
  const duration = Math.max(durationOf(viewpoint), position);
  const isPlaying = playing && !isOver;
  useReplayRefresh(match.id, isPlaying);

  const present = { mode: 'replay', position, playing, speed } as const;
  const toggle = () => onChange({ ...present, playing: !playing });
  const seek = (to: number) => onSeek({ ...present, position: withinBar(duration, to) });
  useReplayKeys({ onToggle: toggle, onMove: (seconds) => seek(position + seconds) });

  const isBefore = position === 0 && !playing;
  return (
    <div className={styles.player} role="group" aria-label={texts.replay.label}>
      {isBefore ? <p>{texts.replay.start}</p> : null}
      {isOver ? <p role="status">{texts.replay.over}</p> : null}
      <div className={styles.controls}>
        {isBefore ? (
          <Button look="primary" onClick={toggle}>
            {texts.replay.kickOff}
          </Button>
        ) : (
          <Button look="soft" onClick={toggle}>
            <Icon icon={playing ? icons.pause : icons.play} size={16} />
            {playing ? texts.replay.pause : texts.replay.play}
          </Button>
        )}
        <div className="ko-seg" role="group" aria-label={texts.replay.speed}>
          {REPLAY_SPEEDS.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={choice === speed}
              onClick={() => onChange({ ...present, speed: choice })}
            >
              {choice}×
            </button>
          ))}
        </div>
      </div>
      <SeekBar
        halfTime={viewpoint.halfTime}
        duration={duration}
        position={position}
        onSeek={seek}
      />
      <p className={styles.keys}>{texts.replay.keys}</p>
    </div>
  );
}

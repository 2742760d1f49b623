import type { MatchPage, Viewpoint, ViewpointChange } from '@kickoff/contracts';
import { FilledText, formatDateTime, Icon, icons } from '@kickoff/ui';

import { texts } from '../../texts';
import { useViewpoint } from './api/useViewpoint';
import { DelayControl, FIRST_DELAY_SECONDS } from './DelayControl';
import { ReplayPlayer } from './replay/ReplayPlayer';
import styles from './ViewpointBar.module.css';

interface Mode {
  label: string;
  isChosen: boolean;
  change: ViewpointChange;
}

/** The modes to choose from: a match that is over has nothing to be behind of. */
function modesOf({ status, shielded, viewpoint }: MatchPage, { mode }: Viewpoint): Mode[] {
  const isOver = status === 'FINISHED' || viewpoint?.mode === 'replay';
  const live: Mode = {
    // Named by what it does from where the fan is.
    label: texts.toLive[mode],
    isChosen: mode === 'live',
    change: { mode: 'live' },
  };
  const delayed: Mode = {
    label: texts.viewpoint.delayed,
    isChosen: mode === 'delayed',
    change: { mode: 'delayed', seconds: FIRST_DELAY_SECONDS, goalNow: false },
  };
  const hidden: Mode = {
    label: texts.viewpoint.hide,
    isChosen: mode === 'hidden',
    change: { mode: 'hidden' },
  };
  const replay: Mode = {
    label: texts.viewpoint.replay,
    isChosen: mode === 'replay',
    change: { mode: 'replay', position: 0, playing: false, speed: 1 },
  };
  return [
    live,
    ...(isOver && mode !== 'delayed' ? [] : [delayed]),
    hidden,
    // The clock of a hidden match does not say whether it is over; the server does.
    ...(isOver || shielded || mode === 'replay' ? [replay] : []),
  ];
}

function HiddenNote({ viewpoint: { byShield, until } }: { viewpoint: Viewpoint }) {
  const text = byShield ? texts.viewpoint.shielded : texts.viewpoint.hidden;
  const textUntil = byShield ? texts.viewpoint.shieldedUntil : texts.viewpoint.hiddenUntil;
  return (
    <p className={styles.note}>
      <Icon icon={icons.shield} size={16} />
      <span>
        {until === undefined ? (
          text
        ) : (
          <FilledText
            text={textUntil}
            values={{ time: <time dateTime={until}>{formatDateTime(until)}</time> }}
          />
        )}{' '}
        {texts.viewpoint.reveal}
      </span>
    </p>
  );
}

/** What the fan sees of this match: all, up to a moment, or nothing. */
export function ViewpointBar({ match }: { match: MatchPage }) {
  const { viewpoint, isChanging, fault, change, changeSoon } = useViewpoint(match);
  const { mode } = viewpoint;
  if (mode === 'live' && (match.status === 'CANCELED' || match.status === 'POSTPONED')) return null;
  return (
    <section className={`ko-sheet ${styles.bar ?? ''}`} aria-label={texts.viewpoint.title}>
      <div className="ko-seg" role="group" aria-label={texts.viewpoint.choice}>
        {modesOf(match, viewpoint).map(({ label, isChosen, change: choice }) => (
          <button
            key={choice.mode}
            type="button"
            aria-pressed={isChosen}
            onClick={() => {
              if (!isChosen) change(choice);
            }}
          >
            {label}
          </button>
        ))}
      </div>
      {mode === 'hidden' ? <HiddenNote viewpoint={viewpoint} /> : null}
      {mode === 'delayed' ? (
        <DelayControl
          viewpoint={viewpoint}
          isChanging={isChanging}
          onChange={(seconds) => changeSoon({ mode: 'delayed', seconds, goalNow: false })}
          onGoalNow={() => change({ mode: 'delayed', goalNow: true })}
        />
      ) : null}
      {/* The server may refuse a replay. */}
      {mode === 'replay' && match.viewpoint?.mode === 'replay' ? (
        <ReplayPlayer match={match} viewpoint={viewpoint} onChange={change} onSeek={changeSoon} />
      ) : null}
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}

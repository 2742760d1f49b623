import type { MatchPage, Viewpoint, ViewpointChange } from '@kickoff/contracts';
import { FilledText, formatDateTime, Icon, icons } from '@kickoff/ui';
import { useNow } from '@kickoff/web';

import { texts } from '../../texts';
import { useViewpoint } from './api/useViewpoint';
import { DelayControl, FIRST_DELAY_SECONDS } from './DelayControl';
import { ReplayPlayer } from './replay/ReplayPlayer';
import styles from './ViewpointBar.module.css';

/** No match is over sooner after its kick-off. */
const SHORTEST_MATCH_MS = 100 * 60_000;

interface Mode {
  label: string;
  isChosen: boolean;
  change: ViewpointChange;
}

/** The modes to choose from: a match that is over has nothing to be behind of. */
function modesOf(match: MatchPage, { mode }: Viewpoint, now: number): Mode[] {
  const { status, viewpoint } = match;
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
    ...(isOver || mode === 'replay' || mayBeOver(match, now) ? [replay] : []),
  ];
}

/**
 * Returns whether a hidden match may be over: its status goes by the clock for four hours, and the
 * server decides.
 */
function mayBeOver({ shielded, rehearsal, utcDate }: MatchPage, now: number): boolean {
  if (!shielded) return false;
  // A rehearsal is played faster.
  return rehearsal !== undefined || now - Date.parse(utcDate) >= SHORTEST_MATCH_MS;
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
  const now = useNow();
  const { mode } = viewpoint;
  if (mode === 'live' && (match.status === 'CANCELED' || match.status === 'POSTPONED')) return null;
  return (
    <section className={`ko-sheet ${styles.bar ?? ''}`} aria-label={texts.viewpoint.title}>
      <div className="ko-seg" role="group" aria-label={texts.viewpoint.choice}>
        {modesOf(match, viewpoint, now).map(({ label, isChosen, change: choice }) => (
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

import { goalsIn, type MatchEvent, type MatchPage } from '@kickoff/contracts';
import { formatMinute } from '@kickoff/ui';
import clsx from 'clsx';

import { EventIcon } from './EventIcon';
import styles from './MatchTimeline.module.css';

const KINDS: Readonly<Record<MatchEvent['kind'], string>> = {
  goal: 'Goal',
  penalty: 'Penalty',
  own_goal: 'Own goal',
  disallowed_goal: 'Goal cancelled after video review',
  yellow_card: 'Yellow card',
  red_card: 'Red card',
};

/** Injury time of the first half belongs to it. */
const HALF_MINUTES = 45;

function describe({ kind, assist }: MatchEvent): string {
  return assist ? `${KINDS[kind]}, assist by ${assist.name}` : KINDS[kind];
}

/**
 * Describes a mismatch between goals and score: a provider counts a goal before it names the
 * scorer.
 */
function describeGap({ score: { fullTime } }: MatchPage, events: MatchEvent[]): string {
  const { homeTeam, awayTeam } = goalsIn(events);
  const { homeTeam: home, awayTeam: away } = fullTime;
  if (homeTeam === (home ?? 0) && awayTeam === (away ?? 0)) return '';
  const listed = homeTeam + awayTeam;
  const scored = (home ?? 0) + (away ?? 0);
  return listed < scored
    ? `So far the source has named ${listed} of ${scored} goals.`
    : 'At the moment the goals of the source do not add up to the score.';
}

function Event({ event, match }: { event: MatchEvent; match: MatchPage }) {
  const { kind, team, minute, injuryTime, player } = event;
  return (
    <li className={clsx(styles.event, team === 'awayTeam' && styles['event--away'])}>
      <span className={styles.minute}>{formatMinute(minute, injuryTime)}</span>
      <span className={styles.what}>
        <EventIcon kind={kind} />
        <span>
          <b>{player.name}</b>
          <small>
            <span className="ko-sr">{match[team].name}: </span>
            {describe(event)}
          </small>
        </span>
      </span>
    </li>
  );
}

const keyOf = ({ minute, injuryTime = 0, kind, player }: MatchEvent) =>
  `${minute} ${injuryTime} ${kind} ${player.name}`;

function HalfTime({ match: { score } }: { match: MatchPage }) {
  const { homeTeam, awayTeam } = score.halfTime;
  if (homeTeam === null || awayTeam === null) return null;
  return (
    <li className={styles.half}>
      <span>
        Half-time {homeTeam}–{awayTeam}
      </span>
    </li>
  );
}

interface MatchTimelineProps {
  match: MatchPage;
  events: MatchEvent[];
}

/** Goals, and cards if the provider has them, in order of time: the home side's left, the other's right. */
export function MatchTimeline({ match, events }: MatchTimelineProps) {
  const gap = describeGap(match, events);
  const first = events.filter(({ minute }) => minute <= HALF_MINUTES);
  const second = events.filter(({ minute }) => minute > HALF_MINUTES);
  const toItem = (event: MatchEvent) => <Event key={keyOf(event)} event={event} match={match} />;
  return (
    <>
      {events.length === 0 && gap === '' ? (
        <p className="ko-empty">
          {match.status === 'FINISHED' ? 'It ended without a goal.' : 'No goals yet.'}
        </p>
      ) : null}
      {gap === '' ? null : <p className="ko-empty">{gap}</p>}
      {events.length === 0 ? null : (
        <ol className={styles.timeline}>
          {first.map(toItem)}
          <HalfTime match={match} />
          {second.map(toItem)}
        </ol>
      )}
    </>
  );
}

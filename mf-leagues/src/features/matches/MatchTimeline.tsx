import { goalsIn, type MatchEvent, type MatchPage } from '@kickoff/contracts';
import { fillText, formatMinute } from '@kickoff/ui';
import clsx from 'clsx';

import { texts } from '../../texts';
import { EventIcon } from './EventIcon';
import styles from './MatchTimeline.module.css';

/** Injury time of the first half belongs to it. */
const HALF_MINUTES = 45;

function describe({ kind, assist }: MatchEvent): string {
  const event = texts.events[kind];
  return assist ? fillText(texts.timeline.assist, { event, player: assist.name }) : event;
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
    ? fillText(texts.timeline.missingGoals, { listed, scored })
    : texts.timeline.otherGoals;
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
      <span>{fillText(texts.timeline.halfTime, { home: homeTeam, away: awayTeam })}</span>
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
          {match.status === 'FINISHED' ? texts.timeline.goalless : texts.timeline.noGoals}
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

import {
  isInPlay,
  type LatestMatch,
  type LeagueSummary,
  type MatchTeam,
  originOf,
} from '@kickoff/contracts';
import {
  Button,
  ClubBadge,
  fillText,
  formatDataTime,
  formatMatchStatus,
  formatAge,
  formatRelativeDay,
  formatSource,
  formatViewpoint,
  HiddenScore,
} from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';
import clsx from 'clsx';
import { useId } from 'react';

import { texts } from '../../texts';
import type { useLatestMatches } from './api/useLatestMatches';
import { LEAGUE_LOOKS } from './league-looks';
import { LiveMark } from './LiveMark';
import styles from './ResultsBanner.module.css';

interface SideProps {
  team: MatchTeam;
  goals: number | null;
  hasLost: boolean;
}

function Side({ team, goals, hasLost }: SideProps) {
  return (
    <span className={clsx('ko-team', styles.team, hasLost && styles['team--lost'])}>
      <ClubBadge club={team} />
      <span>{team.shortName}</span>
      <b>{goals}</b>
    </span>
  );
}

interface ResultProps {
  match: LatestMatch;
  /** Of the match's league; undefined while unknown. */
  summary: LeagueSummary | undefined;
  now: number;
}

function Result({ match, summary, now }: ResultProps) {
  const { league, homeTeam, awayTeam, score, utcDate, shielded, label } = match;
  const { homeTeam: home, awayTeam: away } = score.fullTime;
  const asOf = isInPlay(match) && summary?.stale ? formatDataTime(summary.updatedAt) : undefined;
  const isLive = isInPlay(match) && !shielded && asOf === undefined;
  const lead = isLive ? 0 : (home ?? 0) - (away ?? 0);
  const status = asOf ?? formatMatchStatus(match);
  const viewpoint = formatViewpoint(match);
  return (
    <Link to={addressOf('League', { league })}>
      <small>
        {LEAGUE_LOOKS[league].name}
        {label === undefined ? '' : ` · ${label}`}
        {isLive ? ' ' : ' · '}
        {isLive ? (
          <LiveMark>{status}</LiveMark>
        ) : (
          fillText(texts.latest.when, { status, day: formatRelativeDay(utcDate, now) })
        )}
        {viewpoint === '' ? null : ` · ${viewpoint}`}
        {shielded ? (
          <>
            {' · '}
            <HiddenScore />
          </>
        ) : null}
      </small>
      <Side team={homeTeam} goals={home} hasLost={lead < 0} />
      <Side team={awayTeam} goals={away} hasLost={lead > 0} />
    </Link>
  );
}

/** Reserves the banner's height until the results have loaded. */
function PlaceHolder() {
  return (
    <li>
      <div role="status">
        <small>{texts.latest.loading}</small>
        <span className="ko-team">&nbsp;</span>
        <span className="ko-team">&nbsp;</span>
      </div>
    </li>
  );
}

/** The provider and the age of the results; empty while unknown. */
function formatOrigin(matches: LatestMatch[], summaries: LeagueSummary[], now: number): string {
  const { sources, updatedAt } = originOf(matches, summaries);
  if (updatedAt === undefined) return '';
  return fillText(texts.latest.origin, {
    sources: sources.map(formatSource).join(', '),
    age: formatAge(updatedAt, now),
  });
}

interface ResultsBannerProps {
  latest: ReturnType<typeof useLatestMatches>;
  /** Summaries of the leagues; empty while unknown. */
  summaries: LeagueSummary[];
  now: number;
}

/** The latest results of all leagues. */
export function ResultsBanner({ latest, summaries, now }: ResultsBannerProps) {
  const headingId = useId();
  const { data: matches, isPending, isError, refetch } = latest;
  return (
    <section className={styles.banner} aria-labelledby={headingId}>
      <div className={styles.title}>
        <h2 id={headingId}>{texts.latest.title}</h2>
        <p>{formatOrigin(matches ?? [], summaries, now)}</p>
      </div>
      <ul tabIndex={0} aria-label={texts.latest.list}>
        {matches?.map((match) => (
          <li key={match.id}>
            <Result
              match={match}
              summary={summaries.find(({ league }) => league === match.league)}
              now={now}
            />
          </li>
        ))}
        {matches?.length === 0 ? (
          <li>
            <p>{texts.matches.none}</p>
          </li>
        ) : null}
        {isPending ? <PlaceHolder /> : null}
        {isError && !matches ? (
          <li>
            <div role="alert">
              <p>{texts.latest.failed}</p>
              <p>
                <Button look="soft" size="sm" onClick={() => void refetch()}>
                  {texts.latest.retry}
                </Button>
              </p>
            </div>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

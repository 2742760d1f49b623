import {
  isInPlay,
  type LatestMatch,
  type LeagueSummary,
  type MatchTeam,
  originOf,
} from '@kickoff/contracts';
import { Button, ClubBadge, statusInWords, ageInWords, nearDay, sourceInWords } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';
import { useId } from 'react';

import type { useLatestMatches } from './api/useLatestMatches';
import { LEAGUE_LOOKS } from './league-looks';

interface SideProps {
  team: MatchTeam;
  goals: number | null;
  hasLost: boolean;
}

function Side({ team, goals, hasLost }: SideProps) {
  return (
    <span className={hasLost ? 'ko-team lost' : 'ko-team'}>
      <ClubBadge club={team} />
      <span>{team.shortName}</span>
      <b>{goals}</b>
    </span>
  );
}

function Result({ match, now }: { match: LatestMatch; now: number }) {
  const { league, homeTeam, awayTeam, score, utcDate } = match;
  const { homeTeam: home, awayTeam: away } = score.fullTime;
  const isLive = isInPlay(match);
  const lead = isLive ? 0 : (home ?? 0) - (away ?? 0);
  const status = statusInWords(match);
  return (
    <Link to={addressOf('League', { league })}>
      <small>
        {LEAGUE_LOOKS[league].name}{' '}
        {isLive ? <span className="ko-live">{status}</span> : `${status}, ${nearDay(utcDate, now)}`}
      </small>
      <Side team={homeTeam} goals={home} hasLost={lead < 0} />
      <Side team={awayTeam} goals={away} hasLost={lead > 0} />
    </Link>
  );
}

/** Keeps the banner's height until the results are here. */
function PlaceHolder() {
  return (
    <li>
      <div role="status">
        <small>Loading...</small>
        <span className="ko-team">&nbsp;</span>
        <span className="ko-team">&nbsp;</span>
      </div>
    </li>
  );
}

/** Where the results are from and how old they are; nothing where that is not known. */
function originInWords(matches: LatestMatch[], summaries: LeagueSummary[], now: number): string {
  const { sources, updatedAt } = originOf(matches, summaries);
  if (updatedAt === undefined) return '';
  return `${sources.map(sourceInWords).join(', ')}. Updated ${ageInWords(updatedAt, now)}`;
}

interface ResultsBannerProps {
  latest: ReturnType<typeof useLatestMatches>;
  /** What is known of the leagues; empty while nothing is. */
  summaries: LeagueSummary[];
  now: number;
}

/** The newest results over all leagues. */
export function ResultsBanner({ latest, summaries, now }: ResultsBannerProps) {
  const headingId = useId();
  const { data: matches, isPending, isError, refetch } = latest;
  return (
    <section className="ko-banner" aria-labelledby={headingId}>
      <div className="ko-banner__in">
        <div>
          <h2 id={headingId}>Latest match results</h2>
          <p>{originInWords(matches ?? [], summaries, now)}</p>
        </div>
        <ul tabIndex={0} aria-label="Latest match results, scroll sideways">
          {matches?.map((match) => (
            <li key={match.id}>
              <Result match={match} now={now} />
            </li>
          ))}
          {matches?.length === 0 ? (
            <li>
              <p>No match data available.</p>
            </li>
          ) : null}
          {isPending ? <PlaceHolder /> : null}
          {isError && !matches ? (
            <li>
              <div role="alert">
                <p>The latest results could not be loaded.</p>
                <p>
                  <Button look="soft" size="sm" onClick={() => void refetch()}>
                    Retry
                  </Button>
                </p>
              </div>
            </li>
          ) : null}
        </ul>
      </div>
    </section>
  );
}

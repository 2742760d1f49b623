import '@kickoff/ui/lists.css';
import { type MatchEvent, type MatchPage as MatchData, isInPlay } from '@kickoff/contracts';
import {
  ErrorState,
  GoalDrawing,
  Loading,
  formatDayOfYear,
  formatTime,
  formatTimeZone,
  ScoreAnnouncer,
} from '@kickoff/ui';
import { addressOf, CallFailure, Link, usePageTitle, type PageProps, useNow } from '@kickoff/web';
import { useId, type ReactNode } from 'react';

import { useLeagues } from '../features/leagues/api/useLeagues';
import { LEAGUE_LOOKS } from '../features/leagues/league-looks';
import { Origin } from '../features/leagues/Origin';
import { useMatch } from '../features/matches/api/useMatch';
import { ClubsForm } from '../features/matches/ClubsForm';
import { HeadToHead } from '../features/matches/HeadToHead';
import { MatchEvents } from '../features/matches/MatchEvents';
import { Scoreline, scorelineClass } from '../features/matches/Scoreline';
import { PageHeading } from './PageHeading';
import { useLiveMatches } from './useLiveMatches';

function Section({ name, children }: { name: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section className="ko-sheet" aria-labelledby={headingId}>
      <div className="ko-sheet__head">
        <h2 id={headingId}>{name}</h2>
      </div>
      {children}
    </section>
  );
}

/** The date of the match and the provider. */
function Facts({ match }: { match: MatchData }) {
  const { league, matchday, utcDate } = match;
  const { data: summaries } = useLeagues();
  const now = useNow();
  const summary = summaries?.find((known) => known.league === league);
  return (
    <>
      <p>
        {matchday === null ? '' : `Matchday ${matchday}, `}
        {formatDayOfYear(utcDate)}, {formatTime(utcDate)} ({formatTimeZone()})
      </p>
      {summary ? (
        <p>
          <Origin of={summary} isInPlay={isInPlay(match)} now={now} />
        </p>
      ) : null}
    </>
  );
}

/** Some providers have no cards: they are mentioned only if there is one. */
function isCard({ kind }: MatchEvent): boolean {
  return kind === 'yellow_card' || kind === 'red_card';
}

function Story({ match }: { match: MatchData }) {
  const { events, headToHead } = match;
  return (
    <>
      <section className="ko-sheet" aria-label="Score">
        <div className={scorelineClass(match)}>
          <Scoreline match={match} badge={28} />
        </div>
      </section>
      <ScoreAnnouncer matches={[match]} />
      <div className="ko-panels">
        {events ? (
          <Section name={events.some(isCard) ? 'Goals and cards' : 'Goals'}>
            <MatchEvents match={match} events={events} />
          </Section>
        ) : null}
        <Section name="Form">
          <ClubsForm match={match} />
        </Section>
        <Section name="Head to head">
          <HeadToHead matches={headToHead} />
        </Section>
      </div>
    </>
  );
}

function Missing({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  if (!(failure instanceof CallFailure && failure.status === 404)) {
    return <ErrorState text={failure.message} onRetry={onRetry} />;
  }
  return (
    <div className="ko-empty">
      <GoalDrawing />
      <b>There is no such match.</b>
      <Link className="ko-btn ko-btn--soft" to={addressOf('Leagues')}>
        Explore Leagues
      </Link>
    </div>
  );
}

/** One match: its score, its events and both clubs' form. */
export default function MatchPage({ params }: PageProps) {
  useLiveMatches();
  const { data: match, error, refetch } = useMatch(params['matchId'] ?? '');
  const name = match ? `${match.homeTeam.name} v ${match.awayTeam.name}` : 'Match';
  usePageTitle(match ? name : undefined);
  return (
    <div className="ko-page ko-page--pad">
      <PageHeading
        title={name}
        action={
          match ? (
            <Link
              className="ko-btn ko-btn--line"
              to={addressOf('League', { league: match.league })}
            >
              {LEAGUE_LOOKS[match.league].name}
            </Link>
          ) : null
        }
      >
        {match ? <Facts match={match} /> : null}
      </PageHeading>
      {match ? <Story match={match} /> : null}
      {!match && error ? <Missing failure={error} onRetry={() => void refetch()} /> : null}
      {match || error ? null : <Loading />}
    </div>
  );
}

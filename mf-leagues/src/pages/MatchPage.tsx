import '@kickoff/ui/lists.css';
import {
  type LeagueData,
  type MatchEvent,
  type MatchPage as MatchData,
  isInPlay,
} from '@kickoff/contracts';
import { ErrorState, fillText, GoalDrawing, Loading } from '@kickoff/ui';
import { addressOf, CallFailure, Link, usePageTitle, type PageProps, useNow } from '@kickoff/web';
import { useEffect, useId, useRef, type ReactNode } from 'react';

import { AlertButton } from '../features/alerts/AlertButton';
import { useLeagueData } from '../features/leagues/api/useLeagueData';
import { LEAGUE_LOOKS } from '../features/leagues/league-looks';
import { Origin } from '../features/leagues/Origin';
import { useDataLoss } from '../features/matches/api/useDataLoss';
import { useMatch } from '../features/matches/api/useMatch';
import { ClubsForm } from '../features/matches/ClubsForm';
import { MatchTimeline } from '../features/matches/MatchTimeline';
import { MeetingList } from '../features/matches/MeetingList';
import { findMeetings } from '../features/matches/meetings';
import { Scoreboard } from '../features/matches/Scoreboard';
import { excerptOf } from '../features/standings/excerpt';
import { TableExcerpt } from '../features/standings/TableExcerpt';
import { MatchThread } from '../features/threads/MatchThread';
import { ViewpointBar } from '../features/viewpoints/ViewpointBar';
import { texts } from '../texts';
import { Breadcrumb } from './Breadcrumb';
import { Rows } from './Rows';
import styles from './MatchPage.module.css';
import { useLiveMatches } from './useLiveMatches';

interface SectionProps {
  name: string;
  children: (headingId: string) => ReactNode;
}

function Section({ name, children }: SectionProps) {
  const headingId = useId();
  return (
    <section className="ko-sheet" aria-labelledby={headingId}>
      <div className="ko-sheet__head">
        <h2 id={headingId}>{name}</h2>
      </div>
      {children(headingId)}
    </section>
  );
}

/** Some providers have no cards: they are mentioned only if there is one. */
function isCard({ kind }: MatchEvent): boolean {
  return kind === 'yellow_card' || kind === 'red_card';
}

/** Nothing can happen before kick-off, nor is anything known of a hidden match. */
function timelineOf({ status, events, shielded }: MatchData): MatchEvent[] | undefined {
  const isUnknown = status === 'SCHEDULED' || status === 'POSTPONED' || shielded;
  return isUnknown ? undefined : events;
}

/** The time of a match's data where that is out of date. A replay shows what was known then. */
function dataTimeOf(
  { viewpoint }: MatchData,
  season: LeagueData | undefined,
  lostAt: string | undefined,
): string | undefined {
  if (viewpoint?.mode === 'replay') return lostAt;
  return lostAt !== undefined || season?.stale ? (season?.updatedAt ?? lostAt) : undefined;
}

/** A match that is over has no alerts; in a replay its status is that of the moment. */
const canBeFollowed = ({ status, viewpoint }: MatchData) =>
  status !== 'FINISHED' && status !== 'CANCELED' && viewpoint?.mode !== 'replay';

function Story({ match }: { match: MatchData }) {
  const now = useNow();
  const { data: season, isPending, refetch } = useLeagueData(match.league, match.rehearsal);
  const lostAt = useDataLoss(match.id, { enabled: isInPlay(match) && !match.shielded });
  const formerLossAt = useRef(lostAt);
  useEffect(() => {
    if (formerLossAt.current === lostAt) return;
    formerLossAt.current = lostAt;
    // The data of the league became stale, or is fresh again.
    void refetch();
  }, [lostAt, refetch]);
  const clubIds = [match.homeTeam.id, match.awayTeam.id];
  const events = timelineOf(match);
  const runs = excerptOf(season?.standings[0]?.table ?? [], clubIds);
  return (
    <>
      <Scoreboard
        match={match}
        competition={LEAGUE_LOOKS[match.league].name}
        now={now}
        asOf={dataTimeOf(match, season, lostAt)}
      >
        {canBeFollowed(match) ? (
          <AlertButton matchId={match.id} hasKickedOff={isInPlay(match)} />
        ) : null}
        <p className={styles.origin}>
          {season ? <Origin of={season} isInPlay={isInPlay(match)} now={now} /> : null}
        </p>
      </Scoreboard>
      <ViewpointBar match={match} />
      <div className={styles.body}>
        <MatchThread match={match} />
        <div className={styles.sections}>
          {events ? (
            <Section name={events.some(isCard) ? texts.match.goalsAndCards : texts.match.goals}>
              {() => <MatchTimeline match={match} events={events} />}
            </Section>
          ) : null}
          <Section name={texts.match.form}>{() => <ClubsForm match={match} />}</Section>
          {isPending || runs.length > 0 ? (
            <Section name={texts.match.table}>
              {(headingId) =>
                isPending ? (
                  <Rows count={7} />
                ) : (
                  <TableExcerpt
                    runs={runs}
                    clubIds={clubIds}
                    labelledBy={headingId}
                    hiddenResults={season?.standings[0]?.hiddenResults}
                  />
                )
              }
            </Section>
          ) : null}
          <Section name={texts.match.headToHead}>
            {() =>
              isPending ? (
                <Rows count={6} />
              ) : (
                <MeetingList {...findMeetings(match, match.headToHead, season?.matches ?? [])} />
              )
            }
          </Section>
        </div>
      </div>
    </>
  );
}

const isMissing = (failure: Error | null) =>
  failure instanceof CallFailure && failure.status === 404;

function Missing({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  if (!isMissing(failure)) {
    return <ErrorState text={failure.message} onRetry={onRetry} />;
  }
  return (
    <div className="ko-empty">
      <GoalDrawing />
      <b>{texts.match.missing}</b>
      <Link className="ko-btn ko-btn--soft" to={addressOf('Leagues')}>
        {texts.leagues.title}
      </Link>
    </div>
  );
}

/** One match: its score, its events and both clubs' form. */
export default function MatchPage({ params }: PageProps) {
  useLiveMatches();
  const { data, error, refetch } = useMatch(params['matchId'] ?? '');
  // The match of a rehearsal that was deleted: its thread must not be watched any more.
  const match = isMissing(error) ? undefined : data;
  const name = match
    ? fillText(texts.match.name, { home: match.homeTeam.name, away: match.awayTeam.name })
    : texts.match.unnamed;
  usePageTitle(match ? name : undefined);
  return (
    <div className={`ko-page ko-page--pad ${styles.page ?? ''}`}>
      <Breadcrumb league={match?.league} />
      {/* The scoreboard shows both names. */}
      <h1 className="ko-sr">{name}</h1>
      {match ? <Story match={match} /> : null}
      {!match && error ? <Missing failure={error} onRetry={() => void refetch()} /> : null}
      {match || error ? null : <Loading />}
    </div>
  );
}

import '@kickoff/ui/lists.css';
import { LEAGUES, type League, type LeagueData } from '@kickoff/contracts';
import { ErrorState, fillText, formatMatchCount, ScoreAnnouncer } from '@kickoff/ui';
import { raiseToast, useAddressQuery, usePageTitle, type PageProps, useNow } from '@kickoff/web';
import clsx from 'clsx';
import { useEffect, useId, useState, type ReactNode } from 'react';

import { useLeagueData } from '../features/leagues/api/useLeagueData';
import { LEAGUE_LOOKS } from '../features/leagues/league-looks';
import { LeagueHeading } from '../features/leagues/LeagueHeading';
import { liveFailure } from '../features/leagues/live-failure';
import { matchesOf } from '../features/matches/match-search';
import { MatchResults } from '../features/matches/MatchResults';
import { TeamSearch } from '../features/matches/TeamSearch';
import { TopScorers } from '../features/scorers/TopScorers';
import { PointTable } from '../features/standings/PointTable';
import { texts } from '../texts';
import { Breadcrumb } from './Breadcrumb';
import styles from './LeaguePage.module.css';
import { Rows } from './Rows';
import { useLiveMatches } from './useLiveMatches';
import { useOwnTeam } from './useOwnTeam';

const SECTIONS = ['results', 'table', 'scorers'] as const;
type SectionName = (typeof SECTIONS)[number];

interface SectionProps {
  name: SectionName;
  /** Narrow screens show one section at a time. */
  chosen: SectionName;
  query: ReturnType<typeof useLeagueData>;
  /** How many rows of the table's height are reserved while the data loads. */
  rows: number;
  /** Shown if the data failed to load. */
  missing: string;
  /** Rendered beside the heading and announced when it changes. */
  note?: string;
  children: (data: LeagueData, headingId: string) => ReactNode;
}

/** A section of the league's page in all its states. */
function Section({ name, chosen, query, rows, missing, note, children }: SectionProps) {
  const headingId = useId();
  const { data, isError, refetch } = query;
  return (
    <section
      className="ko-sheet"
      aria-labelledby={headingId}
      data-on={name === chosen ? '' : undefined}
    >
      <div className="ko-sheet__head">
        <h2 id={headingId}>{texts.leagueSections[name]}</h2>
        {note === undefined ? null : <span role="status">{note}</span>}
      </div>
      {data ? children(data, headingId) : null}
      {!data && isError ? <ErrorState text={missing} onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Rows count={rows} /> : null}
    </section>
  );
}

interface LeagueViewProps {
  league: League;
  /** The team that the matches are filtered by at first; empty for all. */
  team: string;
}

function LeagueView({ league, team }: LeagueViewProps) {
  usePageTitle(fillText(texts.league.title, { league: LEAGUE_LOOKS[league].name }));
  const query = useLeagueData(league);
  const { data, error } = query;
  const now = useNow();
  const [typed, setTyped] = useState(team);
  const [chosen, setChosen] = useState<SectionName>('results');

  // Announced once, until there is another error or a success in between.
  const failure = error ? liveFailure(error) : undefined;
  useEffect(() => {
    if (failure !== undefined) raiseToast({ kind: 'error', text: failure });
  }, [failure]);

  const search = (text: string) => {
    setTyped(text);
    setChosen('results');
  };
  const found = matchesOf(typed, data?.matches ?? []);
  const isOwn = useOwnTeam();
  const isFiltered = typed.trim() !== '';
  const sections = { chosen, query };
  return (
    <div className="ko-page ko-page--pad">
      <Breadcrumb />
      <LeagueHeading league={league} data={data} now={now}>
        <TeamSearch value={typed} onChange={search} />
      </LeagueHeading>
      {data ? <ScoreAnnouncer matches={data.matches} /> : null}
      <div className={clsx('ko-seg', styles.choice)} role="group" aria-label={texts.league.show}>
        {SECTIONS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            onClick={() => setChosen(name)}
          >
            {texts.leagueSections[name]}
          </button>
        ))}
      </div>
      <div className={styles.sections}>
        <div className={styles.column}>
          <Section
            {...sections}
            name="results"
            rows={12}
            missing={texts.league.noResults}
            note={data && isFiltered ? formatMatchCount(found.length) : ''}
          >
            {({ stale, updatedAt }) => (
              // A new filter opens the tab that fits it.
              <MatchResults
                key={typed.trim()}
                matches={found}
                isFiltered={isFiltered}
                isOwn={isOwn}
                now={now}
                asOf={stale ? updatedAt : undefined}
              />
            )}
          </Section>
        </div>
        <div className={styles.column}>
          <Section
            {...sections}
            name="table"
            rows={LEAGUE_LOOKS[league].clubs + 2}
            missing={texts.league.noTable}
          >
            {({ standings }, headingId) => (
              <PointTable
                table={standings[0]?.table ?? []}
                hiddenResults={standings[0]?.hiddenResults}
                labelledBy={headingId}
                isOwn={isOwn}
              />
            )}
          </Section>
          <Section {...sections} name="scorers" rows={8} missing={texts.league.noScorers}>
            {({ scorers }) => <TopScorers scorers={scorers} />}
          </Section>
        </div>
      </div>
    </div>
  );
}

/** A league's page: its matches, table and scorers. */
export default function LeaguePage({ params }: PageProps) {
  useLiveMatches();
  const league = LEAGUES.find((name) => name === params['league']);
  // A search for a team leads here with its name.
  const team = useAddressQuery().get('team') ?? '';
  // The page table accepts no other name.
  if (!league) throw new Error('There is no such league.');
  return <LeagueView key={`${league} ${team}`} league={league} team={team} />;
}

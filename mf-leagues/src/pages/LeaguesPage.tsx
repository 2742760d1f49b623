import { LEAGUES } from '@kickoff/contracts';
import { ScoreNews } from '@kickoff/ui';
import { usePageTitle, useNow } from '@kickoff/web';

import { useLatestMatches } from '../features/leagues/api/useLatestMatches';
import { useLeagues } from '../features/leagues/api/useLeagues';
import { LeagueCard } from '../features/leagues/LeagueCard';
import { ResultsBanner } from '../features/leagues/ResultsBanner';

/** The newest results, and the eight leagues to choose from. */
export default function LeaguesPage() {
  usePageTitle('Leagues');
  const { data: summaries = [] } = useLeagues();
  const latest = useLatestMatches();
  const now = useNow();
  return (
    <div className="ko-page ko-page--pad">
      <div className="ko-title">
        <div>
          <h1>Explore Leagues</h1>
          <p>Pick a league for live scores, the table and the top scorers.</p>
        </div>
      </div>
      <ResultsBanner latest={latest} summaries={summaries} now={now} />
      {latest.data ? <ScoreNews matches={latest.data} /> : null}
      <section aria-label="Leagues" className="ko-leagues">
        {LEAGUES.map((league) => (
          <LeagueCard
            key={league}
            league={league}
            summary={summaries.find((summary) => summary.league === league)}
          />
        ))}
      </section>
    </div>
  );
}

import { LEAGUES } from '@kickoff/contracts';
import { usePageTitle } from '@kickoff/web';

import { LeagueCard } from '../features/leagues/LeagueCard';

/** The eight leagues to choose from. */
export default function LeaguesPage() {
  usePageTitle('Leagues');
  return (
    <div className="ko-page ko-page--pad">
      <div className="ko-title">
        <div>
          <h1>Explore Leagues</h1>
          <p>Pick a league for live scores, the table and the top scorers.</p>
        </div>
      </div>
      <section aria-label="Leagues" className="ko-leagues">
        {LEAGUES.map((league) => (
          <LeagueCard key={league} league={league} />
        ))}
      </section>
    </div>
  );
}

import { LEAGUES } from '@kickoff/contracts';
import { ScoreAnnouncer } from '@kickoff/ui';
import { usePageTitle, useNow } from '@kickoff/web';

import { useLatestMatches } from '../features/leagues/api/useLatestMatches';
import { useLeagues } from '../features/leagues/api/useLeagues';
import { LeagueCard } from '../features/leagues/LeagueCard';
import { ResultsBanner } from '../features/leagues/ResultsBanner';
import { texts } from '../texts';
import styles from './LeaguesPage.module.css';
import { PageHeading } from './PageHeading';
import { useLiveMatches } from './useLiveMatches';

/** The latest results and the eight leagues. */
export default function LeaguesPage() {
  useLiveMatches();
  usePageTitle();
  const { data: summaries = [] } = useLeagues();
  const latest = useLatestMatches();
  const now = useNow();
  return (
    <div className="ko-page ko-page--pad">
      <PageHeading title={texts.leagues.title}>
        <p>{texts.leagues.hint}</p>
      </PageHeading>
      <ResultsBanner latest={latest} summaries={summaries} now={now} />
      {latest.data ? <ScoreAnnouncer matches={latest.data} /> : null}
      <section aria-label={texts.leagues.list} className={styles.leagues}>
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

import { addressOf, Link } from '@kickoff/web';
import type { League } from '@kickoff/contracts';

import { LEAGUE_LOOKS } from '../features/leagues/league-looks';
import { texts } from '../texts';
import styles from './Breadcrumb.module.css';

/** Leads from a league to all of them, and from a match also to its league. */
export function Breadcrumb({ league }: { league?: League | undefined }) {
  return (
    <nav className={styles.way} aria-label={texts.leagues.way}>
      <ol>
        <li>
          <Link to={addressOf('Leagues')}>{texts.leagues.all}</Link>
        </li>
        {league ? (
          <li>
            <Link to={addressOf('League', { league })}>{LEAGUE_LOOKS[league].name}</Link>
          </li>
        ) : null}
      </ol>
    </nav>
  );
}

import type { Scorer } from '@kickoff/contracts';
import { ClubBadge, EmptyState } from '@kickoff/ui';
import clsx from 'clsx';

import styles from './TopScorers.module.css';

/** The top scorers in the provider's order; the bar is relative to the leader. */
export function TopScorers({ scorers }: { scorers: Scorer[] }) {
  const [leader] = scorers;
  if (!leader) return <EmptyState text="Top scorers data not available." />;
  return (
    <ol>
      {scorers.map(({ player, team, numberOfGoals }, index) => (
        <li className={styles.scorer} key={`${team.id} ${player.name}`}>
          <span>{index + 1}</span>
          <span>
            <b>{player.name}</b>
            <span className={clsx('ko-team', styles.team)}>
              <ClubBadge club={team} size={20} />
              <span>{team.name}</span>
            </span>
          </span>
          <span className={styles.goals}>
            <i
              style={{ '--share': `${Math.round((100 * numberOfGoals) / leader.numberOfGoals)}%` }}
              aria-hidden="true"
            />
            <span>
              {numberOfGoals}
              <span className="ko-sr">{numberOfGoals === 1 ? ' goal' : ' goals'}</span>
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

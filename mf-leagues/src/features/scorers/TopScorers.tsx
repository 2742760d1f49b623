import type { Scorer } from '@kickoff/contracts';
import { ClubBadge, EmptyState } from '@kickoff/ui';

/** Who has scored most, as delivered; the bar compares with the leader. */
export function TopScorers({ scorers }: { scorers: Scorer[] }) {
  const [leader] = scorers;
  if (!leader) return <EmptyState text="Top scorers data not available." />;
  return (
    <ol>
      {scorers.map(({ player, team, numberOfGoals }, index) => (
        <li className="ko-scorer" key={`${team.id} ${player.name}`}>
          <span>{index + 1}</span>
          <span>
            <b>{player.name}</b>
            <span className="ko-team">
              <ClubBadge club={team} size={20} />
              <span>{team.name}</span>
            </span>
          </span>
          <span className="ko-goals">
            <i
              style={{ '--p': `${Math.round((100 * numberOfGoals) / leader.numberOfGoals)}%` }}
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

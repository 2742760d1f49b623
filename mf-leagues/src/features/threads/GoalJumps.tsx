import type { LatestMatch } from '@kickoff/contracts';
import { ClubBadge, formatClock } from '@kickoff/ui';

import { texts } from '../../texts';
import { clubOf } from './describe-entry';
import styles from './ThreadHead.module.css';
import type { Entry } from './thread-rows';

interface GoalJumpsProps {
  goals: readonly Entry[];
  match: LatestMatch;
  onJump: (seq: number) => void;
}

/** A button for each goal, which leads to its row. */
export function GoalJumps({ goals, match, onJump }: GoalJumpsProps) {
  if (goals.length === 0) return null;
  return (
    <ul className={styles.goals} aria-label={texts.thread.goals}>
      {goals.map((goal) => {
        const club = clubOf(goal, match);
        const name = goal.player?.name ?? club?.shortName ?? texts.thread.goal;
        return (
          <li key={goal.seq}>
            <button className={styles.goal} type="button" onClick={() => onJump(goal.seq)}>
              <span className="ko-sr">{texts.thread.goTo} </span>
              {club ? <ClubBadge club={club} size={20} /> : null}
              <span className={styles.minute}>{formatClock(goal.minute)}</span>
              {goal.cancelled ? <s>{name}</s> : name}
              {goal.cancelled ? <small>{texts.thread.cancelled}</small> : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

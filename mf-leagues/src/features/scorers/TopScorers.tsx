import type { Scorer } from '@kickoff/contracts';
import { Button, ClubBadge, EmptyState, fillText, pluralText, useFocusFallback } from '@kickoff/ui';
import clsx from 'clsx';
import { useRef, useState, type RefObject } from 'react';

import { texts } from '../../texts';
import styles from './TopScorers.module.css';

/** How many are shown at first. */
const FIRST = 10;

interface ShowAllProps {
  count: number;
  /** Gets the focus when the button goes. */
  list: RefObject<HTMLOListElement | null>;
  onShow: () => void;
}

function ShowAll({ count, list, onShow }: ShowAllProps) {
  const element = useFocusFallback<HTMLDivElement>(list);
  return (
    <div className="ko-feedend" ref={element}>
      <Button look="soft" onClick={onShow}>
        {fillText(texts.scorers.all, { count })}
      </Button>
    </div>
  );
}

/** The top scorers in the provider's order; the bar is relative to the leader. */
export function TopScorers({ scorers }: { scorers: Scorer[] }) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const [leader] = scorers;
  if (!leader) return <EmptyState text={texts.scorers.none} />;
  const shown = isWhole ? scorers : scorers.slice(0, FIRST);
  return (
    <>
      <ol ref={list} tabIndex={-1}>
        {shown.map(({ player, team, numberOfGoals }, index) => (
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
                style={{
                  '--share': `${Math.round((100 * numberOfGoals) / leader.numberOfGoals)}%`,
                }}
                aria-hidden="true"
              />
              <span>
                {numberOfGoals}
                <span className="ko-sr"> {pluralText(texts.scorers.goals, numberOfGoals, {})}</span>
              </span>
            </span>
          </li>
        ))}
      </ol>
      {shown.length < scorers.length ? (
        <ShowAll count={scorers.length} list={list} onShow={() => setWhole(true)} />
      ) : null}
    </>
  );
}

import type { Poll, Post } from '@kickoff/contracts';
import { formatCount, Icon, icons, pluralText, useFocusFallback } from '@kickoff/ui';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';

import { texts } from '../../texts';
import { useVote } from './api/useVote';
import { formatTimeLeft } from './poll-time';
import styles from './PollCard.module.css';

interface PollCardProps {
  post: Post;
  poll: Poll;
  now: number;
}

interface OptionsProps {
  poll: Poll;
  onVote: (option: number) => void;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** The options to vote for. Arrow keys move the focus only, because a vote is final. */
function Options({ poll: { options, mine }, onVote }: OptionsProps) {
  const group = useFocusFallback<HTMLDivElement>();
  const [at, setAt] = useState(0);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + options.length) % options.length;
    setAt(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      className={styles.options}
      role="radiogroup"
      aria-label={texts.poll.vote}
      ref={group}
      onKeyDown={move}
    >
      {options.map(({ text }, index) => (
        <button
          key={text}
          className={styles.option}
          type="button"
          role="radio"
          aria-checked={mine === index}
          aria-disabled={mine === undefined ? undefined : true}
          tabIndex={index === at ? 0 : -1}
          onFocus={() => setAt(index)}
          onClick={() => {
            if (mine === undefined) onVote(index);
          }}
        >
          <span dir="auto">{text}</span>
          {mine === index ? <Icon icon={icons.circleCheck} size={16} /> : null}
        </button>
      ))}
    </div>
  );
}

/** The options with their shares of the votes. */
function Results({ poll: { options, mine } }: { poll: Poll }) {
  const total = options.reduce((sum, { count = 0 }) => sum + count, 0);
  return (
    <ul className={styles.options} aria-label={texts.poll.result}>
      {options.map(({ text, count = 0 }, index) => {
        const percent = total === 0 ? 0 : Math.round((count / total) * 100);
        return (
          <li key={text} className={styles.result} data-mine={mine === index || undefined}>
            <span className={styles.text} dir="auto">
              {text}
              {mine === index ? (
                <>
                  <Icon icon={icons.circleCheck} size={16} />
                  <span className="ko-sr"> {texts.poll.own}</span>
                </>
              ) : null}
            </span>
            <b className="ko-num">{percent} %</b>
            <span className={styles.bar} style={{ '--p': `${percent}%` }} aria-hidden="true" />
          </li>
        );
      })}
    </ul>
  );
}

/** The poll of a post: its options until the reader has voted or it has ended, then the result. */
export function PollCard({ post, poll, now }: PollCardProps) {
  const { vote, fault, refetch } = useVote(post);
  const { total, endsAt, ended } = poll;
  const isOver = ended || Date.parse(endsAt) <= now;
  const isKnown = poll.options.every(({ count }) => count !== undefined);
  const fetchResult = useEffectEvent(() => {
    // If it fails, the result is there on the next visit.
    refetch().catch(() => undefined);
  });
  const hasJustEnded = isOver && !ended;
  useEffect(() => {
    if (hasJustEnded) fetchResult();
    // Again with the next `now`: the server's clock may be slightly behind.
  }, [hasJustEnded, now]);
  const votes = pluralText(texts.poll.votes, total, { count: formatCount(total) });
  return (
    <div className={styles.poll} role="group" aria-label={texts.poll.name} tabIndex={-1}>
      {isKnown ? <Results poll={poll} /> : <Options poll={poll} onVote={vote} />}
      {fault === undefined ? null : (
        <p className="ko-error" role="alert">
          {fault}
        </p>
      )}
      <p className="ko-hint">
        {votes} · {isOver ? texts.poll.ended : formatTimeLeft(endsAt, now)}
      </p>
    </div>
  );
}

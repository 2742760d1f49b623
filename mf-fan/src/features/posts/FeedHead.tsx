import type { FeedScope } from '@kickoff/contracts';

import { texts } from '../../texts';

const CHOICES = [
  ['following', texts.posts.following],
  ['everyone', texts.posts.everyone],
] as const;

interface FeedHeadProps {
  scope: FeedScope;
  onScope: (scope: FeedScope) => void;
  /** Why the last choice was not stored. */
  fault: string | undefined;
}

/** The feed's heading, with the choice of its scope. */
export function FeedHead({ scope, onScope, fault }: FeedHeadProps) {
  return (
    <div className="ko-latest ko-head">
      <h2>{texts.posts.latest}</h2>
      <div className="ko-seg" role="group" aria-label={texts.posts.choice}>
        {CHOICES.map(([value, text]) => (
          <button
            key={value}
            type="button"
            aria-pressed={scope === value}
            onClick={() => onScope(value)}
          >
            {text}
          </button>
        ))}
      </div>
      {fault === undefined ? null : (
        <span className="ko-error" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

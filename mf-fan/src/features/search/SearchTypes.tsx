import { SEARCH_TYPES, type SearchType } from '@kickoff/contracts';

const NAMES: Readonly<Record<SearchType, string>> = {
  fans: 'Fans',
  teams: 'Teams',
  leagues: 'Leagues',
  posts: 'Posts',
};

interface SearchTypesProps {
  type: SearchType | undefined;
  onType: (type: SearchType | undefined) => void;
}

/** The choice of what to find: all, or one kind. */
export function SearchTypes({ type, onType }: SearchTypesProps) {
  return (
    <div className="ko-seg" role="group" aria-label="What to find">
      {[undefined, ...SEARCH_TYPES].map((choice) => (
        <button
          key={choice ?? 'all'}
          type="button"
          aria-pressed={type === choice}
          onClick={() => onType(choice)}
        >
          {choice === undefined ? 'All' : NAMES[choice]}
        </button>
      ))}
    </div>
  );
}

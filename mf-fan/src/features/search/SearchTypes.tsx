import { SEARCH_TYPES, type SearchType } from '@kickoff/contracts';

import { texts } from '../../texts';

interface SearchTypesProps {
  type: SearchType | undefined;
  onType: (type: SearchType | undefined) => void;
}

/** The choice of what to find: all, or one kind. */
export function SearchTypes({ type, onType }: SearchTypesProps) {
  return (
    <div className="ko-seg" role="group" aria-label={texts.search.what}>
      {[undefined, ...SEARCH_TYPES].map((choice) => (
        <button
          key={choice ?? 'all'}
          type="button"
          aria-pressed={type === choice}
          onClick={() => onType(choice)}
        >
          {choice === undefined ? texts.search.all : texts.search.types[choice]}
        </button>
      ))}
    </div>
  );
}

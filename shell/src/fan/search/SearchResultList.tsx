import { texts } from '../../texts';
import './search.css';
import { Button, pluralText } from '@kickoff/ui';
import { addRecentlyUsed, recentlyUsed } from '@kickoff/web/recently-used';
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react';

import { type SearchOption, toAllResults, toGroups, toRecentGroups } from './search-options';
import { isSearchable, useSearch } from './useSearch';

const RECENT = 'searches';
const MOST_RECENT = 5;

/** Keyboard actions that the input forwards to the list. */
export interface SearchKeys {
  press: (event: KeyboardEvent) => void;
  /** Stores the search; returns the address of the active option. */
  submit: () => string | undefined;
}

/** The list while it is shown. */
export interface ShownList {
  activeId: string | undefined;
}

interface SearchResultListProps {
  listId: string;
  text: string;
  isSheet: boolean;
  /** The search input. */
  field: RefObject<HTMLInputElement | null>;
  keys: Ref<SearchKeys>;
  /** Called with the list when it or its active option changes; undefined while there is none. */
  onList: (list: ShownList | undefined) => void;
  /** Empties the input. */
  onEmpty: () => void;
  onGo: (address: string) => void;
}

function formatResultCount(count: number): string {
  return count === 0 ? texts.search.none : pluralText(texts.search.count, count, { count });
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** The results of a search by kind, or the last searches. Default export, for a lazy chunk. */
export default function SearchResultList(props: SearchResultListProps) {
  const { listId, text, isSheet, field, keys, onList, onEmpty, onGo } = props;
  const id = useId();
  const { results, isError, isStale, refetch } = useSearch(text);
  const [recent] = useState(() => recentlyUsed(RECENT).slice(0, MOST_RECENT));
  const isSearching = isSearchable(text);
  const found = results && !isError ? toGroups(results) : [];
  const groups = isSearching ? found : toRecentGroups(recent);
  const listed = groups.flatMap((group) => group.options);
  const all = isSearching && listed.length > 0 ? toAllResults(text) : undefined;
  const options = all ? [...listed, all] : listed;

  // No option is active until an arrow key chooses one: Enter then leads to all results.
  const [active, setActive] = useState<number>();
  const [shown, setShown] = useState({ results, isSearching });
  if (shown.results !== results || shown.isSearching !== isSearching) {
    setShown({ results, isSearching });
    setActive(undefined);
  }
  const idOf = (option: SearchOption) => `${listId}-${options.indexOf(option)}`;
  const chosen = active === undefined ? undefined : options[active];
  const activeId = chosen && idOf(chosen);
  const isListed = options.length > 0;
  // In the same paint as the list, because the next key may already apply to it.
  useLayoutEffect(() => {
    onList(isListed ? { activeId } : undefined);
    return () => onList(undefined);
  }, [isListed, activeId, onList]);

  const remember = () => {
    if (isSearching) addRecentlyUsed(RECENT, text);
  };
  const open = ({ address }: SearchOption) => {
    remember();
    onGo(address);
  };
  useImperativeHandle(keys, () => ({
    press: (event) => {
      const step = STEPS[event.key];
      if (event.nativeEvent.isComposing) return;
      if (step !== undefined && event.target === field.current) {
        event.preventDefault();
        const count = options.length;
        const from = active ?? (step === 1 ? -1 : 0);
        if (count > 0) setActive((from + step + count) % count);
      } else if (event.key === 'Escape' && (text !== '' || !isSheet)) {
        // The first Escape clears the input; the overlay around it stays.
        event.preventDefault();
        onEmpty();
      }
    },
    submit: () => {
      remember();
      return chosen?.address;
    },
  }));

  const retry = () => {
    // The focused button unmounts with the error.
    field.current?.focus();
    void refetch();
  };
  const toItem = (option: SearchOption) => (
    <div
      className="ko-opt"
      key={option.key}
      id={idOf(option)}
      role="option"
      aria-selected={option === chosen}
      onClick={() => open(option)}
    >
      {option.content}
    </div>
  );
  const className = isSheet ? 'ko-found ko-found--sheet' : 'ko-pop ko-found';
  if (isSearching && isError) {
    return (
      <div className={`${className} ko-row`} role="alert">
        <span className="ko-opt">{texts.search.failed}</span>
        <Button look="soft" size="sm" onClick={retry}>
          {texts.search.retry}
        </Button>
      </div>
    );
  }
  const isDone = isSearching && results !== undefined && !isStale;
  return (
    <>
      <p className="ko-sr" role="status">
        {isDone ? formatResultCount(listed.length) : ''}
      </p>
      {isSearching && !isListed ? (
        <p className={`${className} ko-found__none`} aria-hidden="true">
          {isDone ? texts.search.none : texts.search.searching}
        </p>
      ) : null}
      {isListed ? (
        <div
          className={className}
          id={listId}
          role="listbox"
          aria-label={isSearching ? texts.search.results : texts.search.recent}
          aria-busy={isSearching && isStale}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map(({ name, options: own }, index) => (
            <div key={name} role="group" aria-labelledby={`${id}${index}`}>
              <div className="ko-found__kind" role="presentation" id={`${id}${index}`}>
                {name}
              </div>
              {own.map(toItem)}
            </div>
          ))}
          {all ? toItem(all) : null}
        </div>
      ) : null}
    </>
  );
}

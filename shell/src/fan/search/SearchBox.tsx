import { SEARCH_LENGTH } from '@kickoff/contracts';
import { Icon, icons } from '@kickoff/ui';
import { goTo, useLazyComponent } from '@kickoff/web';
import { useId, useRef, useState, type SubmitEvent } from 'react';

import { texts } from '../../texts';
import { searchAddress } from './search-address';
import type { SearchKeys, ShownList } from './SearchResultList';

const loadResults = () => import(/* webpackChunkName: "search" */ './SearchResultList');

interface SearchBoxProps {
  /** Focuses the input on mount, and shows the results below it in the flow. */
  isSheet?: boolean;
  /** Called after navigation to a result. */
  onGone?: () => void;
}

/** Searches everything while typing. Its list, loaded with the first focus, handles the keys. */
export function SearchBox({ isSheet = false, onGone }: SearchBoxProps) {
  const id = useId();
  const listId = `${id}list`;
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [list, setList] = useState<ShownList>();
  const results = useLazyComponent(loadResults);
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<SearchKeys>(null);

  const sought = text.trim();
  const empty = () => {
    setText('');
    setOpen(isSheet);
  };
  const go = (address: string) => {
    empty();
    onGone?.();
    goTo(address);
  };
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    const chosen = keys.current?.submit();
    if (chosen !== undefined) go(chosen);
    else if (Array.from(sought).length >= SEARCH_LENGTH.min) go(searchAddress(sought));
  };
  return (
    <form
      className="ko-search"
      role="search"
      onSubmit={search}
      onKeyDown={(event) => keys.current?.press(event)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(isSheet);
      }}
    >
      <label className="ko-sr" htmlFor={id}>
        {texts.search.label}
      </label>
      <div className="ko-inputwrap">
        <Icon icon={icons.search} />
        <input
          className="ko-input"
          id={id}
          ref={field}
          type="search"
          placeholder={texts.search.label}
          autoComplete="off"
          data-first={isSheet || undefined}
          maxLength={SEARCH_LENGTH.max}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={list !== undefined}
          aria-controls={list && listId}
          aria-activedescendant={list?.activeId}
          value={text}
          onFocus={() => {
            results.open();
            setOpen(true);
          }}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
          }}
        />
      </div>
      {isOpen && results.Component ? (
        <results.Component
          listId={listId}
          text={sought}
          isSheet={isSheet}
          field={field}
          keys={keys}
          onList={setList}
          onEmpty={empty}
          onGo={go}
        />
      ) : null}
    </form>
  );
}

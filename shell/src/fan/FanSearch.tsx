import { codePointLength, SEARCH_LENGTH } from '@kickoff/contracts';
import { Icon, icons } from '@kickoff/ui';
import { useLazyComponent } from '@kickoff/web';
import { useId, useRef, useState, type KeyboardEvent } from 'react';

import type { FoundFansKeys } from './FoundFans';

const loadFoundFans = () => import(/* webpackChunkName: "found-fans" */ './FoundFans');

interface FanSearchProps {
  /** Focuses the input on mount. */
  isAsked?: boolean;
  /** Called after navigation to a result. */
  onGone?: () => void;
}

/** Searches fans while typing. Operable by keyboard and pointer. */
export function FanSearch({ isAsked = false, onGone }: FanSearchProps) {
  const id = useId();
  const listId = `${id}list`;
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  const foundFans = useLazyComponent(loadFoundFans);
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<FoundFansKeys>(null);

  const sought = text.trim();
  const isSearching = isOpen && codePointLength(sought) >= SEARCH_LENGTH.min;
  const empty = () => {
    setText('');
    setOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const isInText = event.target === field.current;
    if (event.nativeEvent.isComposing) return;
    if (isInText && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      setOpen(true);
      keys.current?.move(key === 'ArrowDown' ? 1 : -1);
    } else if (isInText && key === 'Enter') {
      event.preventDefault();
      keys.current?.choose();
    } else if (key === 'Escape' && text !== '') {
      // The first Escape clears the input; the overlay around it stays.
      event.preventDefault();
      empty();
    }
  };
  return (
    <div
      className="ko-search"
      role="search"
      onKeyDown={press}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <label className="ko-sr" htmlFor={id}>
        Search fans
      </label>
      <div className="ko-inputwrap">
        <Icon icon={icons.search} />
        <input
          className="ko-input"
          id={id}
          ref={field}
          type="search"
          placeholder="Search fans"
          autoComplete="off"
          data-first={isAsked || undefined}
          maxLength={SEARCH_LENGTH.max}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={activeId !== undefined}
          aria-controls={activeId === undefined ? undefined : listId}
          aria-activedescendant={activeId}
          value={text}
          onFocus={() => {
            foundFans.open();
            setOpen(true);
          }}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
          }}
        />
      </div>
      {isSearching && foundFans.Component ? (
        <foundFans.Component
          listId={listId}
          text={sought}
          field={field}
          keys={keys}
          onActive={setActiveId}
          onGone={() => {
            empty();
            onGone?.();
          }}
        />
      ) : null}
    </div>
  );
}

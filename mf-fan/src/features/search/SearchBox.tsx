import { SEARCH_LENGTH } from '@kickoff/contracts';
import { Icon, icons } from '@kickoff/ui';
import { addressWith, replaceAddress } from '@kickoff/web';
import { useEffect, useEffectEvent, useId, useState, type SubmitEvent } from 'react';

import { texts } from '../../texts';

/** Debounce while typing. */
const QUIET_MS = 300;

interface SearchBoxProps {
  /** The text in the address. */
  text: string;
}

/** The box of the search page. Its text is in the address, so that a search can be shared. */
export function SearchBox({ text }: SearchBoxProps) {
  const id = useId();
  const [shown, setShown] = useState(text);
  const [known, setKnown] = useState(text);
  const sought = shown.trim();
  if (text !== known) {
    setKnown(text);
    // Changed by another part of the page; what is typed here stays as typed.
    if (text !== sought) setShown(text);
  }
  const search = useEffectEvent(() => {
    if (sought !== text) replaceAddress(addressWith({ q: sought }));
  });
  useEffect(() => {
    const timer = setTimeout(search, QUIET_MS);
    return () => clearTimeout(timer);
  }, [sought]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sought !== text) replaceAddress(addressWith({ q: sought }));
  };
  return (
    <form className="ko-search" role="search" aria-label={texts.search.form} onSubmit={submit}>
      <label className="ko-sr" htmlFor={id}>
        {texts.search.label}
      </label>
      <div className="ko-inputwrap">
        <Icon icon={icons.search} />
        <input
          className="ko-input"
          id={id}
          type="search"
          placeholder={texts.search.placeholder}
          autoComplete="off"
          maxLength={SEARCH_LENGTH.max}
          aria-describedby={`${id}hint`}
          value={shown}
          onChange={(event) => setShown(event.target.value)}
        />
      </div>
      <p className="ko-hint ko-mt-2" id={`${id}hint`}>
        {texts.search.hint}
      </p>
    </form>
  );
}

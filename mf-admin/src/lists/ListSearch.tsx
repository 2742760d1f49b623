import { SEARCH_LENGTH } from '@kickoff/contracts';
import { Button, Icon, icons } from '@kickoff/ui';
import { useId, useState, type SubmitEvent } from 'react';

import { texts } from '../texts';
import type { ListAddress } from './useListAddress';

interface ListSearchProps {
  list: ListAddress;
  label: string;
  placeholder: string;
}

/** The search of a list, submitted by button or Enter. */
export function ListSearch({ list, label, placeholder }: ListSearchProps) {
  const id = useId();
  const searched = list.value('q');
  const [known, setKnown] = useState(searched);
  const [typed, setTyped] = useState(searched);
  // The address changed otherwise, such as by going back.
  if (known !== searched) {
    setKnown(searched);
    setTyped(searched);
  }
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    list.change({ q: typed.trim() });
  };
  return (
    <form className="ko-listsearch" role="search" onSubmit={search}>
      <div className="ko-inputwrap">
        <Icon icon={icons.search} />
        <label className="ko-sr" htmlFor={id}>
          {label}
        </label>
        <input
          className="ko-input"
          id={id}
          type="search"
          placeholder={placeholder}
          maxLength={SEARCH_LENGTH.max}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Button type="submit" look="primary">
        {texts.lists.search}
      </Button>
    </form>
  );
}

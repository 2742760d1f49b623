import { SEARCH_LENGTH } from '@kickoff/contracts';
import { Button, Icon, icons } from '@kickoff/ui';
import { useId, useState, type FormEvent } from 'react';

import type { ListAddress } from './useListAddress';

interface ListSearchProps {
  list: ListAddress;
  label: string;
  placeholder: string;
}

/** The search above a list: by the button or by Enter. */
export function ListSearch({ list, label, placeholder }: ListSearchProps) {
  const id = useId();
  const searched = list.value('q');
  const [known, setKnown] = useState(searched);
  const [typed, setTyped] = useState(searched);
  // The address has changed by other means, such as the way back.
  if (known !== searched) {
    setKnown(searched);
    setTyped(searched);
  }
  const search = (event: FormEvent<HTMLFormElement>) => {
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
        Search
      </Button>
    </form>
  );
}

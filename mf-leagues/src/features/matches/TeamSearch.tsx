import { Icon, icons } from '@kickoff/ui';
import { useId } from 'react';

import { texts } from '../../texts';

interface TeamSearchProps {
  value: string;
  onChange: (value: string) => void;
}

/** Filters the matches by team while typing. */
export function TeamSearch({ value, onChange }: TeamSearchProps) {
  const id = useId();
  return (
    <div className="ko-inputwrap">
      <Icon icon={icons.search} />
      <label className="ko-sr" htmlFor={id}>
        {texts.matches.search}
      </label>
      <input
        className="ko-input"
        id={id}
        type="search"
        placeholder={texts.matches.searchHint}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

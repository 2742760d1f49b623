import { Field } from '@kickoff/ui';
import { useId } from 'react';

import { texts } from '../texts';

/** A filter of a list, named as in the API. */
export type FilterKind =
  | { kind: 'choice'; name: string; label: string; choices: readonly (readonly [string, string])[] }
  | { kind: 'day' | 'text'; name: string; label: string }
  | { kind: 'count'; name: string; label: string; max: number };

interface FilterFieldProps {
  filter: FilterKind;
  value: string;
}

function Choice({
  filter,
  value,
}: FilterFieldProps & { filter: Extract<FilterKind, { kind: 'choice' }> }) {
  const id = useId();
  return (
    <div className="ko-field">
      <label className="ko-label" htmlFor={id}>
        {filter.label}
      </label>
      <select className="ko-select" id={id} name={filter.name} defaultValue={value}>
        <option value="">{texts.lists.any}</option>
        {filter.choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The field of one filter. Shows the address's value until another one is applied. */
export function FilterField({ filter, value }: FilterFieldProps) {
  const { name, label } = filter;
  switch (filter.kind) {
    case 'choice':
      return <Choice filter={filter} value={value} />;
    case 'day':
      return <Field label={label} name={name} type="date" defaultValue={value.slice(0, 10)} />;
    case 'text':
      return <Field label={label} name={name} defaultValue={value} maxLength={100} />;
    case 'count':
      return (
        <Field
          label={label}
          name={name}
          type="number"
          min={1}
          max={filter.max}
          defaultValue={value}
        />
      );
  }
}

import { icons, Button, fillText, Icon } from '@kickoff/ui';
import { useId, useState, type SubmitEvent } from 'react';

import { texts } from '../texts';
import { FilterField, type FilterKind } from './FilterField';
import { SavedFilters } from './SavedFilters';
import type { ListAddress } from './useListAddress';

interface ListFilterProps {
  list: ListAddress;
  filters: readonly FilterKind[];
  /** Name of the list, under which filters are saved. */
  name: string;
}

/** The filters of a list, collapsed behind a button that shows how many are set. */
export function ListFilter({ list, filters, name }: ListFilterProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const changes = filters.map(({ name }) => {
      const value = given.get(name);
      return [name, typeof value === 'string' ? value.trim() : ''] as const;
    });
    list.change(Object.fromEntries(changes));
  };
  const clear = () => list.change(Object.fromEntries(filters.map(({ name }) => [name, ''])));
  return (
    <>
      <Button
        look="line"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon icon={icons.listFilter} size={16} />
        {list.filterCount === 0
          ? texts.lists.filter
          : fillText(texts.lists.filterCount, { count: list.filterCount })}
      </Button>
      {/* Remounts the fields when the address changes. */}
      <form
        className="ko-card ko-filters"
        id={id}
        key={list.chosen}
        aria-label={texts.lists.filter}
        hidden={!isOpen}
        onSubmit={apply}
      >
        {filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} value={list.value(filter.name)} />
        ))}
        <div className="ko-filters__acts">
          <Button look="line" onClick={clear}>
            {texts.lists.clear}
          </Button>
          <Button type="submit" look="primary">
            {texts.lists.apply}
          </Button>
        </div>
      </form>
      <SavedFilters list={list} filters={filters} name={name} />
    </>
  );
}

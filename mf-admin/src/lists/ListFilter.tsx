import { icons, Button, fillText, Icon, useFocusFallback } from '@kickoff/ui';
import { useId, useState, type SubmitEvent } from 'react';

import { texts } from '../texts';
import { FilterField, type FilterKind } from './FilterField';
import styles from './ListFilter.module.css';
import { SavedFilters } from './SavedFilters';
import type { ListAddress } from './useListAddress';

interface ListFilterProps {
  list: ListAddress;
  filters: readonly FilterKind[];
  /** Name of the list, under which filters are saved. */
  name: string;
}

/** The fields with the address's values. If one has the focus when they go, the form gets it. */
function Fields({ list, filters }: Pick<ListFilterProps, 'list' | 'filters'>) {
  const fields = useFocusFallback<HTMLDivElement>();
  return (
    <div className={styles.fields} ref={fields}>
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} value={list.value(filter.name)} />
      ))}
    </div>
  );
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
  const applied = filters.map((filter) => list.value(filter.name)).join('\n');
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
      <form
        className="ko-card ko-filters"
        id={id}
        tabIndex={-1}
        aria-label={texts.lists.filter}
        hidden={!isOpen}
        onSubmit={apply}
      >
        {/* Remounts when other values apply: a search leaves chosen ones alone. */}
        <Fields key={applied} list={list} filters={filters} />
        <div className="ko-filters__acts">
          <Button type="reset" look="line" onClick={clear}>
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

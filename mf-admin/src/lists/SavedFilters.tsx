import { Button, fillText, Icon, icons, useFocusFallback } from '@kickoff/ui';
import { readPreference, writePreference } from '@kickoff/web/preferences';
import { useId, useState, type SubmitEvent } from 'react';

import { texts } from '../texts';
import type { FilterKind } from './FilterField';
import { addFilter, parseSavedFilters, type SavedFilter } from './saved-filters';
import type { ListAddress } from './useListAddress';
import styles from './SavedFilters.module.css';

interface SavedFiltersProps {
  list: ListAddress;
  filters: readonly FilterKind[];
  /** Name of the list; each has filters of its own. */
  name: string;
}

interface SavedFilterItemProps {
  filter: SavedFilter;
  isApplied: boolean;
  onApply: () => void;
  onRemove: () => void;
}

function SavedFilterItem({ filter, isApplied, onApply, onRemove }: SavedFilterItemProps) {
  const item = useFocusFallback<HTMLLIElement>();
  return (
    <li className={styles.filter} ref={item}>
      <Button
        look={isApplied ? 'primary' : 'soft'}
        size="sm"
        aria-pressed={isApplied}
        onClick={onApply}
      >
        {filter.title}
      </Button>
      <button
        className="ko-icbtn ko-icbtn--sm"
        type="button"
        aria-label={fillText(texts.lists.removeFilter, { title: filter.title })}
        onClick={onRemove}
      >
        <Icon icon={icons.x} size={16} />
      </button>
    </li>
  );
}

/** The filters that were saved on this device, and a form that saves the present one. */
export function SavedFilters({ list, filters, name }: SavedFiltersProps) {
  const id = useId();
  const preference = `admin-filters:${name}`;
  const readSaved = () => parseSavedFilters(readPreference(preference));
  const [saved, setSaved] = useState(readSaved);
  /** Changes what is stored now: another tab may have changed it. */
  const change = (toNext: (stored: readonly SavedFilter[]) => readonly SavedFilter[]) => {
    const next = toNext(readSaved());
    setSaved(next);
    writePreference(preference, JSON.stringify(next));
  };
  const apply = ({ query }: SavedFilter) => {
    const values = new URLSearchParams(query);
    const names = [...filters.map((filter) => filter.name), 'q', 'sort'];
    list.change(Object.fromEntries(names.map((one) => [one, values.get(one) ?? ''])));
  };
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = new FormData(event.currentTarget).get('title');
    if (typeof title !== 'string' || title.trim() === '') return;
    change((stored) => addFilter(stored, { title: title.trim(), query: list.chosen }));
    event.currentTarget.reset();
  };
  if (saved.length === 0 && list.chosen === '') return null;
  return (
    <div className={styles.filters}>
      {saved.length === 0 ? null : (
        <ul className={styles.list} aria-label={texts.lists.savedFilters}>
          {saved.map((filter) => (
            <SavedFilterItem
              key={filter.title}
              filter={filter}
              isApplied={filter.query === list.chosen}
              onApply={() => apply(filter)}
              onRemove={() =>
                change((stored) => stored.filter(({ title }) => title !== filter.title))
              }
            />
          ))}
        </ul>
      )}
      {list.chosen === '' ? null : (
        <form className={styles.form} onSubmit={save}>
          <label className="ko-sr" htmlFor={id}>
            {texts.lists.filterName}
          </label>
          <input
            className={`ko-input ko-input--sm ${styles.name}`}
            id={id}
            name="title"
            maxLength={40}
            placeholder={texts.lists.filterName}
            autoComplete="off"
          />
          <Button type="submit" look="line" size="sm">
            {texts.lists.saveFilter}
          </Button>
        </form>
      )}
    </div>
  );
}

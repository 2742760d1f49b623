import { useState } from 'react';

interface Selected {
  /** The list it belongs to: another list starts without a selection. */
  of: string;
  ids: ReadonlySet<string>;
  /** Whether all fans of the list are selected, on every page. */
  isEverybody: boolean;
}

const none = (of: string): Selected => ({ of, ids: new Set(), isEverybody: false });

/** The selection in a list of fans: single ones, or all of the list. */
export function useSelection(of: string) {
  const [stored, setStored] = useState(() => none(of));
  const selected = stored.of === of ? stored : none(of);
  const put = (ids: ReadonlySet<string>) => setStored({ of, ids, isEverybody: false });
  return {
    has: (id: string) => selected.isEverybody || selected.ids.has(id),
    ids: [...selected.ids],
    isEverybody: selected.isEverybody,
    /** `rows` are those of the page: the others of it remain selected if all of the list were. */
    toggle: (id: string, rows: readonly { _id: string }[]) => {
      const ids = new Set(selected.isEverybody ? rows.map(({ _id }) => _id) : selected.ids);
      if (!ids.delete(id)) ids.add(id);
      put(ids);
    },
    setAll: (rows: readonly { _id: string }[], isOn: boolean) => {
      const ids = new Set(selected.ids);
      for (const { _id } of rows) {
        if (isOn) ids.add(_id);
        else ids.delete(_id);
      }
      put(ids);
    },
    selectEverybody: () => setStored({ of, ids: new Set(), isEverybody: true }),
    clear: () => setStored(none(of)),
  };
}

export type Selection = ReturnType<typeof useSelection>;

import { useState } from 'react';

interface Selected {
  /** The list that it belongs to: another one begins with none. */
  of: string;
  ids: ReadonlySet<string>;
  /** Whether all that the list finds are meant, on every page. */
  isEverybody: boolean;
}

const none = (of: string): Selected => ({ of, ids: new Set(), isEverybody: false });

/** Which fans of a list are selected: some one by one, or all that it finds. */
export function useSelection(of: string) {
  const [kept, setKept] = useState(() => none(of));
  const selected = kept.of === of ? kept : none(of);
  const put = (ids: ReadonlySet<string>) => setKept({ of, ids, isEverybody: false });
  return {
    has: (id: string) => selected.isEverybody || selected.ids.has(id),
    ids: [...selected.ids],
    isEverybody: selected.isEverybody,
    toggle: (id: string) => {
      const ids = new Set(selected.ids);
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
    selectEverybody: () => setKept({ of, ids: new Set(), isEverybody: true }),
    clear: () => setKept(none(of)),
  };
}

export type Selection = ReturnType<typeof useSelection>;

import type { NavigationIcon } from '@kickoff/contracts';
import { type Icon, icons } from '@kickoff/ui';
import { type ComponentProps, useEffect, useState } from 'react';

type EntryIcons = Readonly<Partial<Record<NavigationIcon, ComponentProps<typeof Icon>['icon']>>>;

let loaded: EntryIcons = {
  bookmark: icons.bookmark,
  house: icons.house,
  trophy: icons.trophy,
};

/** Returns the icons of entries. Others than those of KickOff's own entries are loaded on demand. */
export function useEntryIcons(names: readonly NavigationIcon[]): EntryIcons {
  const [known, setKnown] = useState(loaded);
  const isIncomplete = names.some((name) => !known[name]);
  useEffect(() => {
    if (!isIncomplete) return;
    import(/* webpackChunkName: "navigation-icons" */ '../navigation/all-icons').then(
      ({ navigationIcons }) => {
        loaded = navigationIcons;
        setKnown(loaded);
      },
      // The labels are enough.
      () => undefined,
    );
  }, [isIncomplete]);
  return known;
}

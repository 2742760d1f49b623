import {
  DEFAULT_ORDER,
  type LiveRemote,
  type NavigationEntry,
  type NavigationPlace,
  type PageMatch,
} from '@kickoff/contracts';

import { remoteList } from '../remotes/remote-list';

/** An entry of the navigation, as a remote declares it. */
export interface NavigationLink extends Pick<NavigationEntry, 'label' | 'icon'> {
  to: string;
  /** Whether it leads to the current page, or to the page that the current one counts to. */
  isCurrent: boolean;
}

/**
 * Returns the page whose entry stands for a page of its remote: itself if it has one, else the last
 * page with an entry that is declared before it.
 */
function pageWithEntry({ pages, navigation }: LiveRemote, name: string): string | undefined {
  const names = Object.keys(pages);
  return names
    .slice(0, names.indexOf(name) + 1)
    .findLast((page) => navigation.some((entry) => entry.page === page));
}

function linksOf(remote: LiveRemote, place: NavigationPlace, current: PageMatch) {
  const marked = remote.name === current.remote ? pageWithEntry(remote, current.name) : undefined;
  return remote.navigation
    .filter((entry) => entry.place === place)
    .map(({ page, order = DEFAULT_ORDER, ...entry }) => ({
      ...entry,
      order,
      to: remote.pages[page]?.paths[0] ?? '/',
      isCurrent: page === marked,
    }));
}

/** Returns all remotes' entries of a place in the navigation, by order, then by label. */
export function navigationLinks(place: NavigationPlace, current: PageMatch): NavigationLink[] {
  return remoteList()
    .remotes.flatMap((remote) => linksOf(remote, place, current))
    .toSorted((a, b) => a.order - b.order || a.label.localeCompare(b.label));
}

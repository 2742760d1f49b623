import type { MatchDays } from './match-days';

export const TABS = ['Results', 'Today', 'Fixtures'] as const;
export type MatchTab = (typeof TABS)[number];

/** The days that each tab lists. */
export const DAYS_OF = {
  Results: 'results',
  Today: 'today',
  Fixtures: 'fixtures',
} as const satisfies Record<MatchTab, keyof MatchDays>;

/** Returns the tabs to show: Today only on a day with a match. */
export function tabsOf({ today }: MatchDays): MatchTab[] {
  return TABS.filter((tab) => tab !== 'Today' || today.length > 0);
}

/**
 * Returns the tab that opens by itself: today's matches, or else results; a filter finds played
 * matches first. Never an empty tab while another one has a match.
 */
export function firstTabOf(days: MatchDays, isFiltered: boolean): MatchTab {
  const order: readonly MatchTab[] = isFiltered ? TABS : ['Today', 'Results', 'Fixtures'];
  return order.find((tab) => days[DAYS_OF[tab]].length > 0) ?? 'Results';
}

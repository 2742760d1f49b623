import type { MatchDays } from './match-days';

export const TABS = [
  'results',
  'today',
  'fixtures',
] as const satisfies readonly (keyof MatchDays)[];
export type MatchTab = (typeof TABS)[number];

/** Returns the tabs to show: today's only on a day with a match. */
export function tabsOf({ today }: MatchDays): MatchTab[] {
  return TABS.filter((tab) => tab !== 'today' || today.length > 0);
}

/**
 * Returns the tab that opens by itself: today's matches, or else results; a filter finds played
 * matches first. Never an empty tab while another one has a match.
 */
export function firstTabOf(days: MatchDays, isFiltered: boolean): MatchTab {
  const order: readonly MatchTab[] = isFiltered ? TABS : ['today', 'results', 'fixtures'];
  return order.find((tab) => days[tab].length > 0) ?? 'results';
}

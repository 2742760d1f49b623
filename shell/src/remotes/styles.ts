import type { PageStyles } from '@kickoff/contracts';

/** The build hints at them by the names of their chunks. */
const sheets: Record<PageStyles, () => Promise<unknown>> = {
  leagues: () => import(/* webpackChunkName: "leagues-styles" */ '@kickoff/ui/leagues.css'),
  profile: () => import(/* webpackChunkName: "profile-styles" */ '@kickoff/ui/profile.css'),
};

/** Fetches the styles of some pages beside those that every page has. */
export async function loadStyles(styles: PageStyles): Promise<void> {
  await sheets[styles]();
}

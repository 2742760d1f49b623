import type { RemoteName } from '@kickoff/contracts';

/** What only one micro-frontend's pages draw; the build hints at it by the name of its chunk. */
const styles: Partial<Record<RemoteName, () => Promise<unknown>>> = {
  leagues: () => import(/* webpackChunkName: "leagues-styles" */ '@kickoff/ui/leagues.css'),
};

/** Fetches the styles of a micro-frontend's pages beside those that every page has. */
export async function loadStyles(remote: RemoteName): Promise<void> {
  await styles[remote]?.();
}

import type { RemoteModule } from '@kickoff/web';

/** Page to component. The chunk's name lets the server hint the page's file. */
export const routes: RemoteModule['routes'] = {
  Leagues: () => import(/* webpackChunkName: "page-Leagues" */ './pages/LeaguesPage'),
  League: () => import(/* webpackChunkName: "page-League" */ './pages/LeaguePage'),
  Match: () => import(/* webpackChunkName: "page-Match" */ './pages/MatchPage'),
};

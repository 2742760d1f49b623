import type { RemoteModule } from '@kickoff/web';

/** Page to component. The server preloads a page's file by its chunk name. */
export const routes: RemoteModule['routes'] = {
  Leagues: () => import(/* webpackChunkName: "page-Leagues" */ './pages/LeaguesPage'),
  League: () => import(/* webpackChunkName: "page-League" */ './pages/LeaguePage'),
  Match: () => import(/* webpackChunkName: "page-Match" */ './pages/MatchPage'),
};

import type { RemoteModule } from '@kickoff/web';

/** Page to component. The chunk's name lets the server hint the page's file. */
export const routes: RemoteModule['routes'] = {
  AdminHome: () => import(/* webpackChunkName: "page-AdminHome" */ './pages/AdminHomePage'),
  FootballFeed: () =>
    import(/* webpackChunkName: "page-FootballFeed" */ './pages/FootballFeedPage'),
};

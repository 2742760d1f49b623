import type { RemoteModule } from '@kickoff/web';

/** Page to component. The server preloads a page's file by its chunk name. */
export const routes: RemoteModule['routes'] = {
  FriendProfile: () =>
    import(/* webpackChunkName: "page-FriendProfile" */ './pages/FriendProfilePage'),
  Home: () => import(/* webpackChunkName: "page-Home" */ './pages/HomePage'),
  Notifications: () =>
    import(/* webpackChunkName: "page-Notifications" */ './pages/NotificationsPage'),
  OwnProfile: () => import(/* webpackChunkName: "page-OwnProfile" */ './pages/OwnProfilePage'),
  Post: () => import(/* webpackChunkName: "page-Post" */ './pages/PostPage'),
  Settings: () => import(/* webpackChunkName: "page-Settings" */ './pages/SettingsPage'),
};

import type { RemoteModule } from '@kickoff/web';

/** Page to component. The server preloads a page's file by its chunk name. */
export const routes: RemoteModule['routes'] = {
  AdminHome: () => import(/* webpackChunkName: "page-AdminHome" */ './pages/AdminHomePage'),
  FanList: () => import(/* webpackChunkName: "page-FanList" */ './pages/FanListPage'),
  FanRecord: () => import(/* webpackChunkName: "page-FanRecord" */ './pages/FanRecordPage'),
  PostList: () => import(/* webpackChunkName: "page-PostList" */ './pages/PostListPage'),
  RegistrationGrowth: () =>
    import(/* webpackChunkName: "page-RegistrationGrowth" */ './pages/RegistrationGrowthPage'),
  PostEngagement: () =>
    import(/* webpackChunkName: "page-PostEngagement" */ './pages/PostEngagementPage'),
  ReportQueue: () => import(/* webpackChunkName: "page-ReportQueue" */ './pages/ReportQueuePage'),
  AdminList: () => import(/* webpackChunkName: "page-AdminList" */ './pages/AdminListPage'),
  AuditLog: () => import(/* webpackChunkName: "page-AuditLog" */ './pages/AuditLogPage'),
  FootballFeed: () =>
    import(/* webpackChunkName: "page-FootballFeed" */ './pages/FootballFeedPage'),
  ClientErrors: () =>
    import(/* webpackChunkName: "page-ClientErrors" */ './pages/ClientErrorsPage'),
  Announcements: () =>
    import(/* webpackChunkName: "page-Announcements" */ './pages/AnnouncementsPage'),
};

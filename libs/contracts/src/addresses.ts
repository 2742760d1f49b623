/**
 * The specified addresses that parts of the product link to, by page. The part that has the page
 * declares the same one in its `remote.json`.
 */
export const ADDRESSES = {
  Landing: '/',
  UserLogin: '/user-login',
  /** The same page, as the registration leads to it. */
  Login: '/login',
  UserRegister: '/user-register',
  Terms: '/terms',
  Forgot: '/forgot',
  Reset: '/reset/:token',
  AdminLogin: '/admin-login',
  AdminRegister: '/admin-register',
  AdminForgot: '/adminforgot',

  Home: '/home',
  OwnProfile: '/profile',
  FriendProfile: '/user/:username',
  /** The same page, as a search leads to it. */
  FoundFan: '/profile/:username',
  Post: '/p/:postId',
  Saved: '/saved',
  Search: '/search',
  Notifications: '/notifications',
  Settings: '/settings',
  Leagues: '/FL',
  League: '/:league',
  Match: '/match/:matchId',

  AdminHome: '/AdminHome',
  FanList: '/user',
  FanRecord: '/fan/:userId',
  PostList: '/post',
  ReportQueue: '/reports',
  FootballFeed: '/football-feed',
} as const;
export type AddressName = keyof typeof ADDRESSES;

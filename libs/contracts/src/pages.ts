import { LEAGUES } from './leagues.js';

/** Who a page is for. `anyone` needs no session; the others lead to their login without one. */
export type PageAudience = 'anyone' | 'fan' | 'admin';
/** The micro-frontends; a page without one belongs to the shell itself. */
export const REMOTES = ['fan', 'admin', 'leagues'] as const;
export type RemoteName = (typeof REMOTES)[number];

export interface PageInfo {
  /** Address patterns: the first is canonical, the others reach the same screen. `:name` is a parameter. */
  paths: readonly [string, ...string[]];
  audience: PageAudience;
  remote?: RemoteName;
}

const page = <Info extends PageInfo>(info: Info) => info;
const leaguePaths = LEAGUES.map((league) => `/${league}` as const);

/**
 * Every page of the product: the one table of addresses. The router, the
 * server's 404, the hints for the first load and the guards are all made from
 * it. Admin addresses compare without letter case (API.md §12).
 */
export const PAGES = {
  Landing: page({ paths: ['/'], audience: 'anyone' }),
  UserLogin: page({ paths: ['/user-login', '/login'], audience: 'anyone' }),
  UserRegister: page({ paths: ['/user-register'], audience: 'anyone' }),
  Terms: page({ paths: ['/terms'], audience: 'anyone' }),
  Forgot: page({ paths: ['/forgot', '/forgot-password'], audience: 'anyone' }),
  Reset: page({ paths: ['/reset/:token'], audience: 'anyone' }),
  AdminLogin: page({ paths: ['/admin-login'], audience: 'anyone' }),
  AdminRegister: page({ paths: ['/admin-register'], audience: 'anyone' }),
  AdminForgot: page({ paths: ['/adminforgot'], audience: 'anyone' }),
  AdminReset: page({ paths: ['/admin-reset/:token'], audience: 'anyone' }),

  Home: page({ paths: ['/home'], audience: 'fan', remote: 'fan' }),
  OwnProfile: page({ paths: ['/profile'], audience: 'fan', remote: 'fan' }),
  Leagues: page({ paths: ['/FL', '/leagues'], audience: 'fan', remote: 'leagues' }),
  League: page({
    paths: leaguePaths as [string, ...string[]],
    audience: 'fan',
    remote: 'leagues',
  }),

  AdminHome: page({ paths: ['/AdminHome'], audience: 'admin', remote: 'admin' }),
} as const;
export type PageName = keyof typeof PAGES;

import { LEAGUES } from './leagues.js';

/** Who a page is for. `anyone` needs no session; the others lead to their login without one. */
export type PageAudience = 'anyone' | 'fan' | 'admin';
/** The micro-frontends; a page without one belongs to the shell itself. */
export const REMOTES = ['fan', 'admin', 'leagues'] as const;
export type RemoteName = (typeof REMOTES)[number];
/** The element of a page's document that brings along where the micro-frontends are, as JSON. */
export const REMOTES_ELEMENT = 'remotes';

export interface PageInfo {
  /** Address patterns: the first is canonical, the others reach the same screen. `:name` is a parameter. */
  paths: readonly [string, ...string[]];
  audience: PageAudience;
  remote?: RemoteName;
  /** The only values a parameter may take; without this any text that is not empty will do. */
  values?: Readonly<Record<string, readonly string[]>>;
}

const page = <const Info extends PageInfo>(info: Info) => info;

/**
 * Every page of the product: the one table of addresses. The router, the
 * server's 404, the hints for the first load and the guards are all made from
 * it.
 */
export const PAGES = {
  Landing: page({ paths: ['/'], audience: 'anyone' }),
  UserLogin: page({ paths: ['/user-login', '/login'], audience: 'anyone' }),
  UserRegister: page({ paths: ['/user-register'], audience: 'anyone' }),
  Terms: page({ paths: ['/terms'], audience: 'anyone' }),
  Forgot: page({ paths: ['/forgot', '/forgot-password'], audience: 'anyone' }),
  Reset: page({ paths: ['/reset/:token'], audience: 'anyone' }),
  UndoEmail: page({ paths: ['/undo-email/:token'], audience: 'anyone' }),
  AdminLogin: page({ paths: ['/admin-login'], audience: 'anyone' }),
  AdminRegister: page({ paths: ['/admin-register'], audience: 'anyone' }),
  AdminForgot: page({ paths: ['/adminforgot'], audience: 'anyone' }),
  AdminReset: page({ paths: ['/admin-reset/:token'], audience: 'anyone' }),

  Home: page({ paths: ['/home'], audience: 'fan', remote: 'fan' }),
  OwnProfile: page({ paths: ['/profile'], audience: 'fan', remote: 'fan' }),
  FriendProfile: page({
    paths: ['/user/:username', '/profile/:username'],
    audience: 'fan',
    remote: 'fan',
  }),
  Post: page({ paths: ['/p/:postId'], audience: 'fan', remote: 'fan' }),
  Notifications: page({ paths: ['/notifications'], audience: 'fan', remote: 'fan' }),
  Settings: page({ paths: ['/settings'], audience: 'fan', remote: 'fan' }),
  Leagues: page({
    paths: ['/FL', '/leagues'],
    audience: 'fan',
    remote: 'leagues',
  }),
  League: page({
    paths: ['/:league'],
    values: { league: LEAGUES },
    audience: 'fan',
    remote: 'leagues',
  }),
  Match: page({
    paths: ['/match/:matchId'],
    audience: 'fan',
    remote: 'leagues',
  }),

  AdminHome: page({ paths: ['/AdminHome'], audience: 'admin', remote: 'admin' }),
  FanList: page({ paths: ['/user'], audience: 'admin', remote: 'admin' }),
  FanRecord: page({ paths: ['/fan/:userId'], audience: 'admin', remote: 'admin' }),
  PostList: page({ paths: ['/post'], audience: 'admin', remote: 'admin' }),
  RegistrationGrowth: page({ paths: ['/engagement'], audience: 'admin', remote: 'admin' }),
  PostEngagement: page({ paths: ['/post-engagement'], audience: 'admin', remote: 'admin' }),
  ReportQueue: page({ paths: ['/reports'], audience: 'admin', remote: 'admin' }),
  AdminList: page({ paths: ['/admins'], audience: 'admin', remote: 'admin' }),
  AuditLog: page({ paths: ['/audit-log'], audience: 'admin', remote: 'admin' }),
  FootballFeed: page({ paths: ['/football-feed'], audience: 'admin', remote: 'admin' }),
  Announcements: page({ paths: ['/announcements'], audience: 'admin', remote: 'admin' }),
  ClientErrors: page({ paths: ['/client-errors'], audience: 'admin', remote: 'admin' }),
} as const;
export type PageName = keyof typeof PAGES;

/** What an address says beside the page it names, such as a token or a league. */
export type PageParams = Readonly<Partial<Record<string, string>>>;

export interface PageMatch {
  name: PageName;
  params: PageParams;
  /** The address as this page spells it: letter case and stray slashes put right. */
  address: string;
}

const pageNames = Object.keys(PAGES) as PageName[];

/** Admin addresses compare without letter case (API.md §12). */
function ignoresCase({ audience, paths: [canonical] }: PageInfo): boolean {
  return audience === 'admin' || canonical.startsWith('/admin');
}

/** The parameters of `segments` if they follow `pattern`, else undefined. */
function matchPattern(info: PageInfo, pattern: string[], segments: string[]) {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) {
      const name = part.slice(1);
      if (info.values?.[name]?.includes(segment) === false) return undefined;
      params[name] = segment;
    } else if (
      ignoresCase(info) ? part.toLowerCase() !== segment.toLowerCase() : part !== segment
    ) {
      return undefined;
    }
  }
  return params;
}

const splitPath = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Puts parameters into an address pattern. */
export function fillPath(pattern: string, params: PageParams): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** The page that a path belongs to; undefined for an address that does not exist. */
export function pageAt(path: string): PageMatch | undefined {
  let segments: string[];
  try {
    segments = splitPath(path).map(decodeURIComponent);
  } catch {
    // Not valid percent-encoding: no page is written like this.
    return undefined;
  }
  for (const name of pageNames) {
    const info: PageInfo = PAGES[name];
    for (const pattern of info.paths) {
      const params = matchPattern(info, splitPath(pattern), segments);
      if (params) return { name, params, address: fillPath(pattern, params) };
    }
  }
  return undefined;
}

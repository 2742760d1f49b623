import { PAGES, type PageMatch, type PageName } from '@kickoff/contracts';

import type { ScreenModule } from './screen';

type LoadScreen = () => Promise<ScreenModule>;

/** The pages that are told from the server's files alone, before any script. */
type EntrancePage = {
  [Name in PageName]: (typeof PAGES)[Name]['audience'] extends 'anyone' ? Name : never;
}[PageName];

const entrance: Record<EntrancePage, LoadScreen> = {
  Landing: () => import(/* webpackChunkName: "entrance-Landing" */ './entrance/LandingPage'),
  UserLogin: () => import(/* webpackChunkName: "entrance-UserLogin" */ './entrance/UserLoginPage'),
  UserRegister: () =>
    import(/* webpackChunkName: "entrance-UserRegister" */ './entrance/UserRegisterPage'),
  Terms: () => import(/* webpackChunkName: "entrance-Terms" */ './entrance/TermsPage'),
  Forgot: () => import(/* webpackChunkName: "entrance-Forgot" */ './entrance/ForgotPage'),
  Reset: () => import(/* webpackChunkName: "entrance-Reset" */ './entrance/ResetPage'),
  UndoEmail: () => import(/* webpackChunkName: "entrance-UndoEmail" */ './entrance/UndoEmailPage'),
  AdminLogin: () =>
    import(/* webpackChunkName: "entrance-AdminLogin" */ './entrance/AdminLoginPage'),
  AdminRegister: () =>
    import(/* webpackChunkName: "entrance-AdminRegister" */ './entrance/AdminRegisterPage'),
  AdminForgot: () =>
    import(/* webpackChunkName: "entrance-AdminForgot" */ './entrance/AdminForgotPage'),
  AdminReset: () =>
    import(/* webpackChunkName: "entrance-AdminReset" */ './entrance/AdminResetPage'),
};

const areas: Record<'fan' | 'admin', LoadScreen> = {
  fan: () => import(/* webpackChunkName: "fan-area" */ './fan/FanArea'),
  admin: () => import(/* webpackChunkName: "admin-area" */ './admin/AdminArea'),
};

function isEntrance(name: PageName): name is EntrancePage {
  return name in entrance;
}

function loaderOf(name: PageName): LoadScreen {
  if (isEntrance(name)) return entrance[name];
  return areas[PAGES[name].audience];
}

const loaded = new Map<LoadScreen, ScreenModule>();

/** The screen of a page if its chunk is here. */
export function loadedScreen(page: PageMatch): ScreenModule | undefined {
  return loaded.get(loaderOf(page.name));
}

/** Fetches the screen of a page. */
export async function loadScreen(page: PageMatch): Promise<ScreenModule> {
  const load = loaderOf(page.name);
  const screen = await load();
  loaded.set(load, screen);
  screen.prepare?.(page);
  return screen;
}

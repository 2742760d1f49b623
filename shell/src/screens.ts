import { PAGES, type PageMatch, type PageName } from '@kickoff/contracts';

import type { ScreenModule } from './screen';

type LoadScreen = () => Promise<ScreenModule>;

/** The pages that are prerendered. */
type EntrancePage = {
  [Name in PageName]: (typeof PAGES)[Name]['audience'] extends 'anyone' ? Name : never;
}[PageName];

const entrance: Record<EntrancePage, LoadScreen> = {
  Landing: () => import(/* webpackChunkName: "entrance-Landing" */ './auth/LandingPage'),
  UserLogin: () => import(/* webpackChunkName: "entrance-UserLogin" */ './auth/UserLoginPage'),
  UserRegister: () =>
    import(/* webpackChunkName: "entrance-UserRegister" */ './auth/UserRegisterPage'),
  Terms: () => import(/* webpackChunkName: "entrance-Terms" */ './auth/TermsPage'),
  Forgot: () => import(/* webpackChunkName: "entrance-Forgot" */ './auth/ForgotPage'),
  Reset: () => import(/* webpackChunkName: "entrance-Reset" */ './auth/ResetPage'),
  UndoEmail: () => import(/* webpackChunkName: "entrance-UndoEmail" */ './auth/UndoEmailPage'),
  AdminLogin: () => import(/* webpackChunkName: "entrance-AdminLogin" */ './auth/AdminLoginPage'),
  AdminRegister: () =>
    import(/* webpackChunkName: "entrance-AdminRegister" */ './auth/AdminRegisterPage'),
  AdminForgot: () =>
    import(/* webpackChunkName: "entrance-AdminForgot" */ './auth/AdminForgotPage'),
  AdminReset: () => import(/* webpackChunkName: "entrance-AdminReset" */ './auth/AdminResetPage'),
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

/** Returns the screen of a page if its chunk has loaded. */
export function loadedScreen(page: PageMatch): ScreenModule | undefined {
  return loaded.get(loaderOf(page.name));
}

/** Loads the screen of a page. */
export async function loadScreen(page: PageMatch): Promise<ScreenModule> {
  const load = loaderOf(page.name);
  const screen = await load();
  loaded.set(load, screen);
  screen.prepare?.(page);
  return screen;
}

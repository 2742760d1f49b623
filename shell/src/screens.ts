import type { PageMatch } from '@kickoff/contracts';

import type { ScreenModule } from './screen';

type LoadScreen = () => Promise<ScreenModule>;

/** The shell's own pages, by the names in `remote.json`. They are prerendered. */
const entrance: Readonly<Record<string, LoadScreen>> = {
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

function loaderOf({ name, audience }: PageMatch): LoadScreen {
  if (audience !== 'anyone') return areas[audience];
  const load = entrance[name];
  if (!load) throw new Error(`The shell has no page ${name}.`);
  return load;
}

const loaded = new Map<LoadScreen, ScreenModule>();

/** Returns the screen of a page if its chunk has loaded. */
export function loadedScreen(page: PageMatch): ScreenModule | undefined {
  return loaded.get(loaderOf(page));
}

/** Loads the screen of a page. */
export async function loadScreen(page: PageMatch): Promise<ScreenModule> {
  const load = loaderOf(page);
  const screen = await load();
  loaded.set(load, screen);
  await screen.prepare?.(page);
  return screen;
}

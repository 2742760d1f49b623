import { FanLoggedIn, type FanRegistration } from '@kickoff/contracts';
import { aFanRegistration } from '@kickoff/testing';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';

/** Returns registration data that is unique per run on one database. */
export function aNewcomer(): FanRegistration {
  const unique = Math.random().toString(36).slice(2, 10);
  return aFanRegistration({ username: `fan ${unique}` });
}

/** Fills and submits the registration form. */
export async function register(page: Page, fan: FanRegistration): Promise<void> {
  await page.goto('/user-register');
  await page.getByLabel('Username').fill(fan.username);
  await page.getByLabel('Email').fill(fan.email);
  await page.getByLabel('Phone').fill(fan.phone);
  await page.getByLabel('Password', { exact: true }).fill(fan.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(fan.confirm_password);
  await page.getByRole('checkbox', { name: /terms and conditions/ }).check();
  await page.getByRole('button', { name: 'Register' }).click();
}

/** Logs in on the current login page, or else on that of fans. */
export async function logIn(page: Page, fan: { email: string; password: string }): Promise<void> {
  if (!/\/(user-|admin-)?login/.test(page.url())) await page.goto('/user-login');
  // The address changes before the screen does, and other forms have an email field too.
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await page.getByLabel('Email').fill(fan.email);
  await page.getByLabel('Password', { exact: true }).fill(fan.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** The header of calls as the fan of a page. */
export async function bearerOf(page: Page): Promise<{ Authorization: string }> {
  const token = await page.evaluate(() => localStorage.getItem('AuthToken'));
  return { Authorization: `Bearer ${token}` };
}

/** A fan's page in a browser context of its own. */
interface FanPage {
  page: Page;
  fan: FanRegistration;
}

/** Registers a new fan by the forms of a new browser context, and logs in, on `/home`. */
export async function aNewcomerAtHome(browser: Browser): Promise<FanPage> {
  const page = await (await browser.newContext()).newPage();
  const fan = aNewcomer();
  await register(page, fan);
  await expect(page).toHaveURL(/\/user-login/);
  await logIn(page, fan);
  await expect(page).toHaveURL(/\/home$/);
  return { page, fan };
}

/** Registers a new fan by a call, and logs in, on `/home` in a new browser context. */
export async function aFanAtHome(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<FanPage> {
  const page = await (await browser.newContext(options)).newPage();
  const fan = aNewcomer();
  const registered = await page.request.post('/api/auth/register', { data: fan });
  expect(registered.status()).toBe(201);
  const { email, password } = fan;
  const login = await page.request.post('/api/auth/login', { data: { email, password } });
  const { token } = FanLoggedIn.parse(await login.json());
  // The login form stores the token in the origin's storage, which any document of the origin reaches.
  await page.goto('/api/health/live');
  await page.evaluate((stored) => localStorage.setItem('AuthToken', stored), token);
  await page.goto('/home');
  return { page, fan };
}

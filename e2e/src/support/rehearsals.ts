import { AdminLoggedIn, DEMO_LOGINS, OwnProfile, Rehearsal } from '@kickoff/contracts';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** The id of the fan who is logged in on a page. */
export async function fanIdOf(page: Page): Promise<string> {
  const answer = await page.request.get('/api/user/profile');
  return OwnProfile.parse(await answer.json())._id;
}

/** Starts a rehearsal, as the demo's admin, that these fans see. */
export async function startRehearsal(
  request: APIRequestContext,
  options: { speed: number; startsIn: number; faults: readonly string[]; fans: readonly string[] },
): Promise<Rehearsal> {
  const login = await request.post('/api/admin/login', { data: DEMO_LOGINS.admin });
  const { token } = AdminLoggedIn.parse(await login.json());
  const answer = await request.post('/api/admin/rehearsals', {
    data: { league: 'premier_league', matchday: 1, ...options },
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(201);
  return Rehearsal.parse(await answer.json());
}

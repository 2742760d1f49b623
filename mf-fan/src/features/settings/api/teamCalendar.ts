import type { TeamCalendar } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

const PATH = '/api/football/calendar';

/** Fetches the private address of the fan's calendar; the first request creates it. */
export function fetchCalendar(): Promise<TeamCalendar> {
  return callApi(PATH, { as: 'fan' });
}

/** Replaces the address; the old one stops working. */
export function renewCalendar(): Promise<TeamCalendar> {
  return callApi(PATH, { method: 'DELETE', as: 'fan' });
}

import type { TeamCalendar } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

const PATH = '/api/football/calendar';

/** The private address of the fan's calendar; it is made when it is asked for first. */
export function fetchCalendar(): Promise<TeamCalendar> {
  return callApi<TeamCalendar>(PATH, { as: 'fan' });
}

/** A new address in its place; the one before answers nobody any more. */
export function renewCalendar(): Promise<TeamCalendar> {
  return callApi<TeamCalendar>(PATH, { method: 'DELETE', as: 'fan' });
}

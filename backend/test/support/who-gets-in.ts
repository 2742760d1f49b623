import { asVisitor, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';

type Headers = Record<string, string>;

const bearer = ({ token }: Pick<Caller, 'token'>) => ({ Authorization: `Bearer ${token}` });

/** The cookie that a browser of this caller would send. */
export const cookieOf = ({ token }: Pick<Caller, 'token'>) => `kickoff_session=${token}`;

/** The status of a fans' route for these headers. */
export async function fanStatusBy(kickoff: Pick<KickOff, 'url'>, headers: Headers) {
  return (await asVisitor(kickoff).get('/api/user/profile').set(headers)).status;
}

export const fanStatusOf = (kickoff: Pick<KickOff, 'url'>, caller: Pick<Caller, 'token'>) =>
  fanStatusBy(kickoff, bearer(caller));

/** The status of an admins' route for these headers. */
export async function adminStatusBy(kickoff: Pick<KickOff, 'url'>, headers: Headers) {
  return (await asVisitor(kickoff).get('/api/admin/totalUsers').set(headers)).status;
}

export const adminStatusOf = (kickoff: Pick<KickOff, 'url'>, caller: Pick<Caller, 'token'>) =>
  adminStatusBy(kickoff, bearer(caller));

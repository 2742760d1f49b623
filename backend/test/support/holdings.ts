import { Holdings } from '../../src/accounts/holdings.js';
import type { KickOff } from './kickoff.js';

/** Everything that features keep of a fan, in the order in which it goes. */
export const allHoldings = (kickoff: KickOff) => kickoff.app.get(Holdings, { strict: false }).all;

export function holding(kickoff: KickOff, wanted: string) {
  const found = allHoldings(kickoff).find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no step ${wanted}`);
  return found;
}

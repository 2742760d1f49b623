import { PersonalDataSources } from '../../src/accounts/personal-data-sources.js';
import type { KickOff } from './kickoff.js';

/** Everything that features keep of a fan, in the order in which it goes. */
export const allSources = (kickoff: KickOff) =>
  kickoff.app.get(PersonalDataSources, { strict: false }).all;

export function findSource(kickoff: KickOff, wanted: string) {
  const found = allSources(kickoff).find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no step ${wanted}`);
  return found;
}

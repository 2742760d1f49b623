import { PersonalDataSources } from '../../src/accounts/personal-data-sources.js';
import type { KickOff } from './kickoff.js';

/** All sources of a fan's personal data, in order of removal. */
export const allSources = (kickoff: KickOff) =>
  kickoff.app.get(PersonalDataSources, { strict: false }).all;

export function findSource(kickoff: KickOff, wanted: string) {
  const found = allSources(kickoff).find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no step ${wanted}`);
  return found;
}

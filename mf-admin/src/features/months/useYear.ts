import { addressWith, goTo, useAddressQuery, useNow } from '@kickoff/web';

/** KickOff's first season: there is no older data. */
const FIRST_YEAR = 2024;

/** Returns the selected year from the address; the current year without one. */
export function useYear() {
  const asked = Number(useAddressQuery().get('year'));
  const present = new Date(useNow()).getUTCFullYear();
  const years = Array.from({ length: present - FIRST_YEAR + 1 }, (_, back) => present - back);
  const year = years.find((known) => known === asked) ?? present;
  const choose = (wanted: string) =>
    goTo(addressWith({ year: wanted === String(present) ? '' : wanted }));
  return { year, years, choose };
}

import { getLocation, pushUnsafe, replaceUnsafe, useLocation } from '@swan-io/chicane';
import { fillPath, pageAt, PAGES, type PageMatch, type PageName } from '@kickoff/contracts';
import { useMemo } from 'react';

import type { Audience } from './session';

export { Link } from '@swan-io/chicane';
// Says where the application is while the build draws its pages.
export { ServerUrlProvider as AtAddress } from '@swan-io/chicane';

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type Canonical<Name extends PageName> = (typeof PAGES)[Name]['paths'][0];
/** Nothing to give for a plain page, one value for each `:name` of the others. */
type AddressParams<Name extends PageName> = [NamesIn<Canonical<Name>>] extends [never]
  ? []
  : [Record<NamesIn<Canonical<Name>>, string>];

/** The address of a page; the only way in which one is written. */
export function addressOf<Name extends PageName>(
  name: Name,
  ...[params]: AddressParams<Name>
): string {
  return fillPath(PAGES[name].paths[0], params ?? {});
}

/** Where a fan that was searched for is found; the same page as `FriendProfile`. */
export function foundFanAddress(username: string): string {
  return fillPath(PAGES.FriendProfile.paths[1], { username });
}

/** The page at the present address, kept up to date; undefined where there is none. */
export function usePage(): PageMatch | undefined {
  const { path } = useLocation().raw;
  return useMemo(() => pageAt(path), [path]);
}

/** The page at the present address, asked once. */
export function currentPage(): PageMatch | undefined {
  return pageAt(getLocation().raw.path);
}

/** Goes to an address inside the application. */
export const goTo: (address: string) => void = pushUnsafe;

/** Goes to an address that takes the present one's place in the history. */
export const replaceAddress: (address: string) => void = replaceUnsafe;

const LOGIN = { fan: 'UserLogin', admin: 'AdminLogin' } as const;
const START = { fan: 'Home', admin: 'AdminHome' } as const;

/** The login of an audience that knows the way back to where the person is now. */
export function loginAddress(audience: Audience): string {
  return `${addressOf(LOGIN[audience])}?back=${encodeURIComponent(getLocation().toString())}`;
}

/** Where a login leads: to the page that asked for it, else to the audience's first page. */
export function wayBack(audience: Audience): string {
  const { back } = getLocation().search;
  const [path = '', search] = typeof back === 'string' ? back.split('?', 2) : [];
  const page = pageAt(path);
  if (!page || PAGES[page.name].audience !== audience) return addressOf(START[audience]);
  // Put together anew, so that nothing but a page of ours can be reached.
  return search === undefined ? page.address : `${page.address}?${search}`;
}

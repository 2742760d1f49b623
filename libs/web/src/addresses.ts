import { getLocation, pushUnsafe, replaceUnsafe, useLocation } from '@swan-io/chicane';
import { type AddressName, ADDRESSES, fillPath, type PageMatch } from '@kickoff/contracts';
import { useMemo } from 'react';

import { pageAt } from './pages';
import type { Audience } from './session';

export { Link } from '@swan-io/chicane';

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsOf<Name extends AddressName> = NamesIn<(typeof ADDRESSES)[Name]>;
/** Arguments of an address: none for a plain page, else one value for each `:name`. */
type AddressParams<Name extends AddressName> = [ParamsOf<Name>] extends [never]
  ? []
  : [Record<ParamsOf<Name>, string>];

/** Returns one of the specified addresses. Addresses are built in no other way. */
export function addressOf<Name extends AddressName>(
  name: Name,
  ...[params]: AddressParams<Name>
): string {
  return fillPath(ADDRESSES[name], params ?? {});
}

/** Returns the current page and re-renders when it changes; undefined for an unknown address. */
export function usePage(): PageMatch | undefined {
  const { path } = useLocation().raw;
  return useMemo(() => pageAt(path), [path]);
}

/** Returns the current page, without a subscription. */
export function currentPage(): PageMatch | undefined {
  return pageAt(getLocation().raw.path);
}

/** Navigates to an address of the application. */
export const goTo: (address: string) => void = pushUnsafe;

/**
 * Navigates to an address, replacing the current history entry. On the same page the entry retains
 * its id, and with it the positions stored under it.
 */
export const replaceAddress = (address: string): void => {
  const { pathname } = location;
  const state: unknown = history.state;
  replaceUnsafe(address);
  if (location.pathname === pathname) history.replaceState(state, '');
};

const LOGIN = { fan: 'UserLogin', admin: 'AdminLogin' } as const;
const START = { fan: 'Home', admin: 'AdminHome' } as const;

/** Returns the address of an audience's login, with the current page to return to. */
export function loginAddress(audience: Audience): string {
  // The router's location has no fragment, which links to comments have.
  const back = getLocation().toString() + location.hash;
  return `${addressOf(LOGIN[audience])}?back=${encodeURIComponent(back)}`;
}

/**
 * Returns where a login redirects: to the page that required it, else to the audience's first page.
 */
export function wayBack(audience: Audience): string {
  const { back } = getLocation().search;
  // An absent or repeated parameter is no page's path.
  const [, path = '', rest = ''] = /^([^?#]*)(.*)/.exec(String(back)) ?? [];
  const page = pageAt(path);
  // Rebuilt from the page table, so that only pages of KickOff can be reached.
  return page?.audience === audience ? page.address + rest : addressOf(START[audience]);
}

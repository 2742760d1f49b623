import ipaddr from 'ipaddr.js';

/** The only range of IPv6 assigned to the public internet (RFC 4291, IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_BITS = 3;

/**
 * Returns whether an IP address is on the public internet. Special-purpose ranges are not,
 * including those that embed an IPv4 address, such as mapped addresses, NAT64, 6to4 and Teredo.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);
}

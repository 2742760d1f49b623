import ipaddr from 'ipaddr.js';

/** The only range of IPv6 that is assigned to the internet (RFC 4291, IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_BITS = 3;

/**
 * Whether an IP address is one of the internet. Ranges with a purpose of their own are not, also
 * where an IPv4 address is inside them, as in mapped addresses, NAT64, 6to4 and Teredo.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);
}

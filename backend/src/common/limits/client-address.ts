import { isIPv4, isIPv6 } from 'node:net';

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/**
 * Returns the address of a request in the form that limits count. Forwarded headers count only with
 * TRUST_PROXY.
 */
export function addressOf(request: Request): string {
  return (
    countedAddress(request.ip ?? '') ?? countedAddress(request.socket.remoteAddress ?? '') ?? ''
  );
}

/** The caller's address, for services that count by it. */
export const ClientAddress = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  addressOf(context.switchToHttp().getRequest<Request>()),
);

/**
 * Returns a whole IPv4 address, also if mapped into IPv6; the /64 prefix of an IPv6 address, which
 * one household or server has; undefined for an invalid address.
 */
export function countedAddress(address: string): string | undefined {
  if (isIPv4(address)) return address;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return undefined;
  const groups = groupsOf(plain);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address; URL parses every notation. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

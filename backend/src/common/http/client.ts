import type { IncomingMessage } from 'node:http';

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { isLoopback } from '../config/loopback.js';
import { addressOf } from '../limits/client-address.js';

/** The caller of a request, as far as the connection shows. */
export interface Client {
  /** The address as rate limits count it. */
  address: string;
  /** Whether the request was sent to a loopback name without a proxy. */
  isDirect: boolean;
}

/** Headers that reveal a proxy. */
const FORWARDING =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-original-.*|(x-|x-cluster-|true-|fastly-)client-ip|cf-connecting-ip)$/;

/**
 * Returns whether a proxy forwarded this request: a local proxy has a loopback address like a local
 * browser.
 */
export function isForwarded({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}

/**
 * Returns whether a request was sent to a loopback name without a proxy. A proxy without headers is
 * recognised by HTTP/1.0, nginx's default, and by an `Origin` or `Referer` of another host.
 */
function isDirect(request: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  const { host = '', origin, referer } = request.headers;
  const pages = [origin, referer].filter((address) => address !== undefined);
  return (
    !isForwarded(request) &&
    request.httpVersion !== '1.0' &&
    isLoopback(host.replace(/:\d*$/, '')) &&
    pages.every((address) => isLoopback(hostnameOf(address)))
  );
}

/** The host of an address; empty if there is none, as in `Origin: null`. */
function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}

/** The client, for logins and registrations whose rights depend on it. */
export const CurrentClient = createParamDecorator(
  (_: unknown, context: ExecutionContext): Client => {
    const request = context.switchToHttp().getRequest<Request>();
    return { address: addressOf(request), isDirect: isDirect(request) };
  },
);

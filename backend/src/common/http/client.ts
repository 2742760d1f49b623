import type { IncomingMessage } from 'node:http';

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

import { isLoopback } from '../config/loopback.js';
import { addressOf } from '../limits/client-address.js';

/** What a connection shows of who calls. */
export interface Client {
  /** As the limits count it. */
  address: string;
  /** Whether the request was sent to a loopback name and no proxy passed it on. */
  isDirect: boolean;
}

/** Headers by which a proxy shows that it passes a request on. */
const FORWARDING =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-original-.*|(x-|x-cluster-|true-|fastly-)client-ip|cf-connecting-ip)$/;

/** Whether a proxy passed this request on; a proxy on this machine comes from loopback like a browser here. */
export function isForwarded({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}

/**
 * Whether a request was sent to a name of this machine alone and no proxy passed it on. A proxy that adds
 * no header is recognised by HTTP/1.0, nginx's default, and by pages of another host.
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

/** The host of an address; empty where there is none, as in `Origin: null`. */
function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}

/** Who calls, for logins and registrations whose rights depend on it. */
export const CurrentClient = createParamDecorator(
  (_: unknown, context: ExecutionContext): Client => {
    const request = context.switchToHttp().getRequest<Request>();
    return { address: addressOf(request), isDirect: isDirect(request) };
  },
);

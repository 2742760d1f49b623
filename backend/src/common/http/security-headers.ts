import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

import type { Settings } from '../config/env.js';

/**
 * The headers that every answer carries (SECURITY-BAR §6). They are on each of the thirty answers of
 * a page's first load, so those that only old browsers or documents mind are not among them.
 */
export function securityHeaders(settings: Settings) {
  return helmet({
    // Data, pictures and scripts are no place to run anything.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'same-origin' },
    // A server that is reached without TLS must not lock its own fans out.
    strictTransportSecurity: settings.publicUrl.startsWith('https:'),
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}

/**
 * What the pages may do, and the service worker, which has a policy of its own.
 *
 * @param origins of micro-frontends that are not on this server
 */
export function pageHeaders(origins: readonly string[]): Record<string, string> {
  const own = ["'self'", ...new Set(origins)].join(' ');
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
      `script-src ${own}`,
      `style-src ${own}`,
      `img-src ${own} data: blob:`,
      "media-src 'self' blob:",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join(';'),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'X-Frame-Options': 'DENY',
  };
}

/** Responses under /api are not cached, unless the route sets `@Header('Cache-Control', …)`. */
export function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.set('Cache-Control', 'no-store');
  next();
}

import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

import type { Settings } from '../config/env.js';

/**
 * Headers of every response (SECURITY-BAR §6). They are sent with each of the thirty responses of a
 * first page load, so headers for old browsers or documents only are omitted.
 */
export function securityHeaders(settings: Settings) {
  return helmet({
    // Responses with data, images and scripts must not execute anything.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'same-origin' },
    // HSTS would lock fans out of a server without TLS.
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
 * Policy of pages, and of the service worker.
 *
 * @param origins of micro-frontends on other servers
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

import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

import type { Settings } from '../config/env.js';

/** The headers that every answer carries (SECURITY-BAR §6). */
export function securityHeaders(settings: Settings) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    // A server that is reached without TLS must not lock its own fans out.
    strictTransportSecurity: settings.publicUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
  });
}

/** Nothing under /api is kept by anyone, unless its route says otherwise by `@Header('Cache-Control', …)`. */
export function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.set('Cache-Control', 'no-store');
  next();
}

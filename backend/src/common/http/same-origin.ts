import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/env.js';
import { isLoopback } from '../config/loopback.js';
import { Forbidden } from '../errors/coded-errors.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Requires that a write authenticated by cookie alone comes from our own pages (API.md §2). */
@Injectable()
export class SameOrigin {
  private readonly own: ReadonlySet<string>;

  constructor(@Inject(SETTINGS) settings: Settings) {
    const { origin, protocol, hostname, port } = new URL(settings.publicUrl);
    const loopback = ['localhost', '127.0.0.1'].map(
      (host) => new URL(`${protocol}//${host}:${port || settings.port}`).origin,
    );
    this.own = new Set(isLoopback(hostname) ? [origin, ...loopback] : [origin]);
  }

  require(request: Request): void {
    if (SAFE_METHODS.has(request.method) || request.headers.authorization !== undefined) return;
    const { origin } = request.headers;
    const isOwn =
      origin === undefined
        ? request.headers['sec-fetch-site'] === 'same-origin'
        : this.own.has(origin);
    if (!isOwn) throw foreign();
  }

  /** For public routes: an `Origin` header, if present, must be our own. */
  requireWhereNamed({ headers: { origin } }: Request): void {
    if (origin !== undefined && !this.own.has(origin)) throw foreign();
  }
}

function foreign(): Forbidden {
  return new Forbidden('This request did not come from KickOff');
}

import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { cookieIn } from '../common/http/cookies.js';

export const SESSION_COOKIE = 'kickoff_session';

/**
 * The fan's session as a cookie, for requests that cannot send a bearer token: pictures, videos and
 * the event stream.
 */
@Injectable()
export class SessionCookie {
  private readonly options: CookieOptions;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.options = {
      httpOnly: true,
      sameSite: 'lax',
      secure: settings.publicUrl.startsWith('https:'),
      path: '/',
    };
  }

  set(response: Response, token: string): void {
    response.cookie(SESSION_COOKIE, token, { ...this.options, maxAge: 30 * 24 * 60 * 60 * 1000 });
  }

  clear(response: Response): void {
    response.clearCookie(SESSION_COOKIE, this.options);
  }

  /** The token in a request's cookie, if any. */
  static read(request: Request): string | null {
    return cookieIn(request.headers.cookie, SESSION_COOKIE) ?? null;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';

const NAME = 'kickoff_session';

/** The fan's session as a cookie, for what cannot send a bearer: pictures, videos and the event stream. */
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
    response.cookie(NAME, token, { ...this.options, maxAge: 30 * 24 * 60 * 60 * 1000 });
  }

  clear(response: Response): void {
    response.clearCookie(NAME, this.options);
  }

  /** The token in a request's cookie, where there is one. */
  static read(request: Request): string | null {
    for (const part of (request.headers.cookie ?? '').split(';')) {
      const [name, value] = part.trim().split('=', 2);
      if (name === NAME && value) return value;
    }
    return null;
  }
}

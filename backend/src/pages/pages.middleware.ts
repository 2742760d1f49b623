import { pageAt } from '@kickoff/contracts';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

import { Documents } from './documents.js';
import { FrontEndFiles } from './front-end-files.js';

/** Addresses that are never a page: the API, media, and files of the builds. */
const NO_PAGE = /^[/](api|uploads|assets|remotes)([/]|$)/;

/** Answers everything a browser asks for outside the API: files, the list of remotes, and pages. */
@Injectable()
export class PagesMiddleware implements NestMiddleware {
  constructor(
    private readonly files: FrontEndFiles,
    private readonly documents: Documents,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') next();
    else if (request.path === '/remotes.json') {
      response.set('Cache-Control', 'no-cache').json(this.files.remotes());
    } else if (NO_PAGE.test(request.path)) this.files.serve(request, response, next);
    else this.sendPage(request, response).catch(next);
  }

  /** An unknown address gets the page that says so, with status 404. */
  private async sendPage(request: Request, response: Response): Promise<void> {
    const page = pageAt(request.path);
    const document = await (page ? this.documents.of(page.name) : this.documents.fallback());
    response
      .status(page ? 200 : 404)
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(document ?? 'The pages of KickOff are not built yet: run npm run build.');
  }
}

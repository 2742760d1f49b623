import { OFFLINE_FILES_ADDRESS, pageAt } from '@kickoff/contracts';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

import { NO_PAGE } from '../common/http/address.js';
import { PAGE_HEADERS } from '../common/http/security-headers.js';
import { Documents } from './documents.js';
import { FrontEndFiles } from './front-end-files.js';
import { RemoteBuilds } from './remote-builds.js';

/** Answers everything a browser asks for outside the API: files, lists of files, and pages. */
@Injectable()
export class PagesMiddleware implements NestMiddleware {
  constructor(
    private readonly files: FrontEndFiles,
    private readonly documents: Documents,
    private readonly remotes: RemoteBuilds,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') next();
    else if (request.path === '/remotes.json') this.sendRemotes(response).catch(next);
    else if (request.path === OFFLINE_FILES_ADDRESS) this.sendOfflineFiles(response).catch(next);
    else if (NO_PAGE.test(request.path)) this.files.serve(request, response, next);
    else if (this.files.hasAtRoot(request.path)) {
      this.files.serveAtRoot(request, response.set(PAGE_HEADERS), next);
    } else this.sendPage(request, response).catch(next);
  }

  private async sendRemotes(response: Response): Promise<void> {
    response.set('Cache-Control', 'no-cache').json(await this.remotes.list());
  }

  private async sendOfflineFiles(response: Response): Promise<void> {
    response.set('Cache-Control', 'no-cache').json(await this.documents.offlineFiles());
  }

  /** An unknown address gets the page that says so, with status 404. */
  private async sendPage(request: Request, response: Response): Promise<void> {
    const page = pageAt(request.path);
    const document = await (page
      ? this.documents.of(page.name, request.headers.cookie ?? '')
      : this.documents.fallback());
    response
      .status(page ? 200 : 404)
      // Hints depend on the session, so only the browser itself may cache them.
      .set({ ...PAGE_HEADERS, 'Cache-Control': 'private, no-cache' })
      .type('html')
      .send(document ?? 'The pages of KickOff are not built yet: run npm run build.');
  }
}

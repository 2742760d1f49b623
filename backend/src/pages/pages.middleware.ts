import { OFFLINE_FILES_ADDRESS, REMOTES_ADDRESS } from '@kickoff/contracts';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

import type { ByteBoundedCache } from '../common/cache/byte-bounded-cache.js';
import { Caches } from '../common/cache/caches.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { NO_PAGE } from '../common/http/address.js';
import { pageHeaders } from '../common/http/security-headers.js';
import type { LiveParts } from '../remotes/live-part.js';
import { RemoteRegistry } from '../remotes/remote-registry.js';
import { Documents, offlineFiles } from './documents.js';
import { FrontEndFiles } from './front-end-files.js';

/** Each page has a few documents, by theme and cookies. */
const MAX_BYTES = 8 * 1024 * 1024;
/** A document as text of two bytes a unit, as bytes and in its compressed forms, by its bytes. */
const MEMORY_PER_BYTE = 4;

/** Serves everything outside the API: files, lists of files, and pages. */
@Injectable()
export class PagesMiddleware implements NestMiddleware {
  private readonly headers: Record<string, string>;
  /** Bytes of documents that were sent. */
  private readonly sent: ByteBoundedCache<Buffer>;

  constructor(
    private readonly files: FrontEndFiles,
    private readonly documents: Documents,
    private readonly registry: RemoteRegistry,
    @Inject(SETTINGS) settings: Settings,
    caches: Caches,
  ) {
    this.sent = caches.create('documents', MAX_BYTES);
    this.headers = pageHeaders(settings.remotes.map(({ base }) => new URL(base).origin));
  }

  use(request: Request, response: Response, next: NextFunction): void {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && !/^[/](api|uploads)([/]|$)/.test(request.path)) {
      this.answer(request, response, next).catch(next);
    } else next();
  }

  private async answer(request: Request, response: Response, next: NextFunction): Promise<void> {
    const parts = await this.registry.parts();
    const rootFiles = new Map(Object.entries(parts.shell.build?.shell.root ?? {}));
    const rootFile = rootFiles.get(request.path);
    if (request.path === REMOTES_ADDRESS) sendList(response, parts.list);
    else if (request.path === OFFLINE_FILES_ADDRESS) sendList(response, offlineFiles(parts));
    else if (NO_PAGE.test(request.path)) this.files.serve(parts, request, response, next);
    else if (rootFile !== undefined) {
      this.files.serveAtRoot(parts, rootFile, request, response.set(this.headers), next);
    } else await this.sendPage(parts, request, response);
  }

  /** An unknown address gets the not-found page with status 404. */
  private async sendPage(parts: LiveParts, request: Request, response: Response): Promise<void> {
    const page = parts.table.pageAt(request.path);
    const document = await (page
      ? this.documents.of(page, parts, request.headers.cookie ?? '')
      : this.documents.fallback(parts));
    response
      .status(page ? 200 : 404)
      // Hints depend on the session, so only the browser itself may cache them.
      .set({ ...this.headers, 'Cache-Control': 'private, no-cache' })
      .type('html')
      .send(
        document === undefined
          ? 'The pages of KickOff are not built yet: run npm run build.'
          : this.toBytes(document),
      );
  }

  /** The same buffer for the same document, so that it is compressed once for all readers. */
  private toBytes(document: string): Buffer {
    const known = this.sent.get(document);
    if (known) return known;
    const bytes = Buffer.from(document);
    this.sent.set(document, bytes, bytes.length * MEMORY_PER_BYTE);
    return bytes;
  }
}

function sendList(response: Response, list: object): void {
  response.set('Cache-Control', 'no-cache').json(list);
}

import { fileURLToPath } from 'node:url';

import { REMOTES } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import sirv from 'sirv';

const ROOT = new URL('../../../', import.meta.url);
const ONE_YEAR = 'public, max-age=31536000, immutable';

/** Where a part of the front end is built to, seen from the project's folder. */
export function builtFile(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}

/** Names with eight characters of their content's hash in them never change. */
function cacheRule(path: string): string {
  return /[.][0-9a-f]{8}[.]\w+$/.test(path) ? ONE_YEAR : 'no-cache';
}

/** Looks at the disk each time, so that a remote is released without a restart; missing files are the caller's. */
function folder(path: string) {
  return sirv(builtFile(path), {
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response, pathname) => response.setHeader('Cache-Control', cacheRule(pathname)),
  });
}

/** What browsers look for at the top of a site: how it is installed, and its service worker. */
const AT_ROOT = new Set(['/manifest.webmanifest', '/sw.js']);

/** Serves what the builds of shell and remotes made, precompressed where the browser takes it. */
@Injectable()
export class FrontEndFiles {
  private readonly folders = new Map([
    ['assets', folder('shell/dist/assets')],
    ...REMOTES.map((name) => [`remotes/${name}`, folder(`mf-${name}/dist`)] as const),
  ]);

  private readonly shell = folder('shell/dist');

  /** The file at an address below one of the folders; a missing one is 404 and never a page. */
  serve(request: Request, response: Response, next: NextFunction): void {
    for (const [prefix, files] of this.folders) {
      if (!request.path.startsWith(`/${prefix}/`)) continue;
      request.url = request.url.slice(prefix.length + 1);
      files(request, response, () => {
        request.url = request.originalUrl;
        next();
      });
      return;
    }
    next();
  }

  /** Whether an address names one of the few files that lie beside the pages. */
  hasAtRoot(path: string): boolean {
    return AT_ROOT.has(path);
  }

  /** One of the files beside the pages; a missing one is 404. */
  serveAtRoot(request: Request, response: Response, next: NextFunction): void {
    this.shell(request, response, next);
  }
}

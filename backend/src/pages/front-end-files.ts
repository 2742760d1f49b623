import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import sirv, { type RequestHandler } from 'sirv';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import type { Build } from '../remotes/builds/build.js';
import type { LiveParts } from '../remotes/live-part.js';
import { LiveFolder } from '../remotes/live/live-folder.js';
import { liveRoot } from '../remotes/live/live-parts.js';

const ONE_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Names with eight characters of their content's hash in them never change. */
function cacheRule(path: string): string {
  return /[.][0-9a-f]{8}[.]\w+$/.test(path) ? ONE_YEAR : REVALIDATE;
}

/**
 * Reads the disk each time, so that a release needs no restart; the caller handles missing files.
 */
function serveFolder(path: string, cacheControl: (path: string) => string): RequestHandler {
  return sirv(path, {
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response, pathname) => response.setHeader('Cache-Control', cacheControl(pathname)),
  });
}

/** Serves live files of shell and remotes, precompressed if the browser accepts it. */
@Injectable()
export class FrontEndFiles {
  private readonly root: string;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.root = liveRoot(settings.dataFolder);
  }

  /** Serves a file below `/assets` or `/remotes`; a missing one is 404, never a page. */
  serve(parts: LiveParts, request: Request, response: Response, next: NextFunction): void {
    const { shell, remotes } = parts;
    const [, name = '', path = ''] = /^\/remotes\/([^/]+)(\/.+)$/.exec(request.path) ?? [];
    const remote = remotes.find((part) => part.name === name && part.base === undefined);
    // Dot files are not part of the front end.
    if (/\/\./.test(decodeURIComponent(request.path))) next();
    else if (remote?.build) this.serveBuild(remote.build, path, cacheRule, request, response, next);
    else if (shell.build && request.path.startsWith('/assets/')) {
      this.serveBuild(shell.build, request.path, cacheRule, request, response, next);
    } else next();
  }

  /** Serves a file of the shell at a fixed root address. */
  serveAtRoot(
    { shell }: LiveParts,
    file: string,
    request: Request,
    response: Response,
    next: NextFunction,
  ): void {
    if (!shell.build) next();
    else this.serveBuild(shell.build, `/${file}`, () => REVALIDATE, request, response, next);
  }

  /**
   * Serves a file of any build that is or was live; a deleted one comes from the copy of the live
   * build.
   */
  private serveBuild(
    { name, id }: Pick<Build, 'name' | 'id'>,
    path: string,
    cacheControl: (path: string) => string,
    request: Request,
    response: Response,
    next: NextFunction,
  ): void {
    const { url } = request;
    const folder = new LiveFolder(this.root, name);
    const end = () => {
      request.url = url;
      next();
    };
    request.url = path;
    serveFolder(folder.path, cacheControl)(request, response, () => {
      serveFolder(folder.storedBuild(id), cacheControl)(request, response, end);
    });
  }
}

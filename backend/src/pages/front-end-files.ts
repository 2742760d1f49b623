import { SHELL } from '@kickoff/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import sirv, { type RequestHandler } from 'sirv';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import type { LiveParts } from '../remotes/live-part.js';
import { LiveFolder } from '../remotes/live/live-folder.js';
import { liveRoot } from '../remotes/live/live-parts.js';

const ONE_YEAR = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Names with eight characters of their content's hash in them never change. */
function cacheRule(path: string): string {
  return /[.][0-9a-f]{8}[.]\w+$/.test(path) ? ONE_YEAR : REVALIDATE;
}

/** Looks at the disk each time, so that a remote is released without a restart; missing files are the caller's. */
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

/** Serves what is live of shell and remotes, precompressed where the browser takes it. */
@Injectable()
export class FrontEndFiles {
  private readonly root: string;
  private readonly shell: RequestHandler;
  /** The same files under addresses that stay the same. */
  private readonly atRoot: RequestHandler;
  private readonly remotes = new Map<string, RequestHandler>();

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.root = liveRoot(settings.dataFolder);
    const { path } = new LiveFolder(this.root, SHELL);
    this.shell = serveFolder(path, cacheRule);
    this.atRoot = serveFolder(path, () => REVALIDATE);
  }

  /** The file at an address below `/assets` or `/remotes`; a missing one is 404 and never a page. */
  serve(parts: LiveParts, request: Request, response: Response, next: NextFunction): void {
    // Names that begin with a dot are not of the front end.
    if (/\/\./.test(decodeURIComponent(request.path))) next();
    else if (request.path.startsWith('/assets/')) this.shell(request, response, next);
    else this.serveRemote(parts, request, response, next);
  }

  /** A file of the shell at an address at the root. */
  serveAtRoot(file: string, request: Request, response: Response, next: NextFunction): void {
    withPath(`/${file}`, this.atRoot, request, response, next);
  }

  private serveRemote(
    { remotes }: LiveParts,
    request: Request,
    response: Response,
    next: NextFunction,
  ): void {
    const [, name = '', path = ''] = /^\/remotes\/([^/]+)(\/.+)$/.exec(request.path) ?? [];
    const isHere = remotes.some((part) => part.name === name && part.base === undefined);
    if (isHere) withPath(path, this.folderOf(name), request, response, next);
    else next();
  }

  private folderOf(name: string): RequestHandler {
    const known = this.remotes.get(name);
    if (known) return known;
    const handler = serveFolder(new LiveFolder(this.root, name).path, cacheRule);
    this.remotes.set(name, handler);
    return handler;
  }
}

/** Serves another path than the one that was requested. */
function withPath(
  path: string,
  serve: RequestHandler,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  const { url } = request;
  request.url = path;
  serve(request, response, () => {
    request.url = url;
    next();
  });
}

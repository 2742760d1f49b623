import { basename, dirname, extname } from 'node:path';

import { IMAGE_WIDTHS, UploadQuery } from '@kickoff/contracts';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';

import { Public } from '../common/auth/audience.js';
import { BadRange, InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { errorCode } from '../common/errors/error-code.js';
import { Unlimited } from '../common/limits/limits.js';
import { contentTypeOf } from './content-type.js';
import { type ImageWidth, MediaDisk } from './media-disk.js';
import type { MediaFolder } from './media-file.schema.js';

/** What a stored file says of itself: it never changes, and it is nothing but a picture or a film. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

/** Stored files, open to whoever knows their unguessable names, and as little counted as static files. */
@Public()
@Unlimited()
@Controller('api/uploads')
export class UploadsController {
  constructor(private readonly disk: MediaDisk) {}

  @Get(':file')
  ofPost(
    @Param('file') name: string,
    @Query({ schema: UploadQuery }) query: UploadQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.send('', name, query, request, response);
  }

  @Get('stories/:file')
  ofStory(
    @Param('file') name: string,
    @Query({ schema: UploadQuery }) query: UploadQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.send('stories', name, query, request, response);
  }

  @Get('profile_pictures/:file')
  ofFan(
    @Param('file') name: string,
    @Query({ schema: UploadQuery }) query: UploadQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.send('profile_pictures', name, query, request, response);
  }

  private async send(
    folder: MediaFolder,
    name: string,
    { w }: UploadQuery,
    request: Request,
    response: Response,
  ): Promise<void> {
    const width = extname(name) === '.webp' ? widthNamed(w) : undefined;
    const path = await this.disk.find(folder, name, width);
    if (path === undefined) throw new NotFound('file');
    // A name stands for the same bytes for ever: there is nothing to make a condition of.
    delete request.headers['if-match'];
    delete request.headers['if-unmodified-since'];
    response.set({
      ...HEADERS,
      'Content-Type': contentTypeOf(path),
      ETag: `"${basename(path)}"`,
    });
    try {
      await sent(path, response);
    } catch (error) {
      if (response.headersSent || response.destroyed) return;
      for (const header of ['Content-Type', 'ETag']) response.removeHeader(header);
      response.set('Cache-Control', 'no-store');
      throw error;
    }
  }
}

function widthNamed(w: string | undefined): ImageWidth | undefined {
  const width = IMAGE_WIDTHS.find((one) => String(one) === w);
  if (w !== undefined && width === undefined) {
    throw new InvalidInput(`w must be one of ${IMAGE_WIDTHS.join(', ')}`);
  }
  return width;
}

function sent(path: string, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { root: dirname(path), cacheControl: false, lastModified: false };
    response.sendFile(basename(path), options, (error?: Error & { status?: number }) => {
      if (!error) resolve();
      else if (error.status === 416) reject(new BadRange());
      else if (errorCode(error) === 'ENOENT') reject(new NotFound('file'));
      else reject(error);
    });
  });
}

import { extname } from 'node:path';

import { IMAGE_WIDTHS, UploadQuery } from '@kickoff/contracts';
import { applyDecorators, Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';

import { Public } from '../common/auth/audience.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { PathParam, pathText, ValidQuery } from '../common/http/inputs.js';
import { Unlimited } from '../common/limits/rate-limits.js';
import { Produces, Status } from '../common/openapi/answers.js';
import { detectContentType, STORED_TYPES } from './content-type.js';
import type { MediaFolder } from './media-file.schema.js';
import { sendFile } from './send-file.js';
import { MediaStore } from './store/media-store.js';
import type { ImageWidth } from './store/stored-names.js';

/** Headers of a stored file: immutable, and never executed as anything else. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

/** The whole file, or a range of it. */
const FileAnswer = () => applyDecorators(Status(200, 206), Produces(...STORED_TYPES));

/** Stored files. Public, because their names cannot be guessed; not rate-limited, like static files. */
@Public()
@Unlimited()
@Controller('api/uploads')
export class UploadsController {
  constructor(private readonly store: MediaStore) {}

  @Get(':file')
  @FileAnswer()
  ofPost(
    @PathParam('file', pathText) name: string,
    @ValidQuery(UploadQuery) query: UploadQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.send('', name, query, request, response);
  }

  @Get('stories/:file')
  @FileAnswer()
  ofStory(
    @PathParam('file', pathText) name: string,
    @ValidQuery(UploadQuery) query: UploadQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.send('stories', name, query, request, response);
  }

  @Get('profile_pictures/:file')
  @FileAnswer()
  ofFan(
    @PathParam('file', pathText) name: string,
    @ValidQuery(UploadQuery) query: UploadQuery,
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
    // Equal paths for Express, but different ones for caches.
    if (request.path.endsWith('/')) throw new NotFound('file');
    const width = extname(name) === '.webp' ? widthNamed(w) : undefined;
    const file = await this.store.find(folder, name, width);
    if (!file) throw new NotFound('file');
    // The bytes of a name never change, so a condition has no meaning.
    delete request.headers['if-match'];
    delete request.headers['if-unmodified-since'];
    response.set({
      ...HEADERS,
      'Content-Type': detectContentType(file.fileName),
      ETag: `"${file.fileName}"`,
    });
    try {
      await sendFile(file, response);
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

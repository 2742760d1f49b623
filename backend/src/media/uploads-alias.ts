import type { NextFunction, Request, Response } from 'express';

/** Rewrites `/uploads/…` to `/api/uploads/…` (API.md §10). */
export function uploadsAlias(request: Request, _response: Response, next: NextFunction): void {
  if (request.url.startsWith('/uploads/')) request.url = `/api${request.url}`;
  next();
}

import type { NextFunction, Request, Response } from 'express';

import { InvalidInput, TooLarge } from '../errors/coded-errors.js';
import { FIELD_NAME } from './body-rules.js';

const MAX_ADDRESS_LENGTH = 8_000;
/** Addresses that are never a page: the API, media, and files of the builds. */
export const NO_PAGE = /^[/](api|uploads|assets|remotes)([/]|$)/;

/**
 * Rejects ambiguous addresses: invalid percent-encoding or UTF-8, NUL, and names that some parsers
 * expand to objects. A page at such an address is not found.
 */
export function requirePlainAddress(request: Request, _response: Response, next: NextFunction) {
  if (request.url.length > MAX_ADDRESS_LENGTH) throw new TooLarge('The address is too long', 414);
  const [path = '', query = ''] = request.url.split(/\?(.*)/s, 2);
  if (NO_PAGE.test(path)) decoded(path);
  if (path === '/api' || path.startsWith('/api/')) requirePlainQuery(query);
  next();
}

function requirePlainQuery(query: string): void {
  for (const part of query.split('&')) {
    const [name = '', value = ''] = part.replaceAll('+', ' ').split(/=(.*)/s, 2).map(decoded);
    if (name === '' && value === '') continue;
    if (!FIELD_NAME.test(name) || /[[\]]/.test(name)) {
      throw new InvalidInput('The address has a parameter that is not allowed');
    }
  }
}

function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text);
    if (!plain.includes('\0')) return plain;
  } catch {
    // Rejected below, like NUL.
  }
  throw new InvalidInput('The address is not valid');
}

import { codePointLength } from '@kickoff/contracts';
import type { Request } from 'express';

import { InvalidInput } from '../errors/coded-errors.js';

/** Maximum depth, items and keys of any body (SECURITY-BAR §5). */
export const LIMITS = { depth: 10, items: 100, keys: 50 };

/**
 * Pattern of a field name; excludes names with a meaning in JavaScript or the database. The API
 * description repeats it.
 */
export const FIELD_NAME = /^(?!(?:__proto__|constructor|prototype)$)[^$.\u0000]*$/;

/** Combining marks in a row, with the two letters that become marks by NFKC. */
const MARKS = /[\p{M}\uFF9E\uFF9F]{2,}/gu;
/**
 * Far more than any writing has. Normalising sorts the marks of a letter in quadratic time: 48,000 of
 * them, which fit in a body, block the process for seconds.
 */
const MAX_MARKS = 200;
/** A code unit as JSON may spell it. */
const ESCAPE = /\\u([0-9a-f]{4})/gi;

/** Whether bytes follow the request's headers. */
export function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0
  );
}

/**
 * Throws for a parsed body that is not an object, or that violates a rule at any depth.
 *
 * @param takesList whether the route also accepts an array
 */
export function requirePlainBody(body: unknown, takesList: boolean): void {
  if (typeof body !== 'object' || body === null || (Array.isArray(body) && !takesList)) {
    throw new InvalidInput('The body must be a JSON object');
  }
  requirePlain(body, 1);
}

function requirePlain(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    requireText(value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > LIMITS.depth) throw new InvalidInput('The body is nested too deeply');
  const entries = Object.entries(value);
  if (Array.isArray(value)) {
    if (value.length > LIMITS.items) throw new InvalidInput('The body has too long a list');
  } else {
    if (entries.length > LIMITS.keys) throw new InvalidInput('The body has too many fields');
    for (const [name] of entries) requireFieldName(name);
  }
  for (const [, inner] of entries) requirePlain(inner, depth + 1);
}

/** Throws for a field name that is not allowed in any body. */
export function requireFieldName(name: string): void {
  requireText(name);
  if (!FIELD_NAME.test(name)) {
    throw new InvalidInput('The body has a field that is not allowed');
  }
}

/** Throws for text that is not valid, or that takes too long to normalise. */
function requireText(text: string): void {
  if (!text.isWellFormed()) throw new InvalidInput('The body contains text that is not valid');
  requireFewMarks(text);
}

/** The same for text that may be JSON, in which each mark may be an escape. */
export function requireFormText(text: string): void {
  requireText(text);
  requireFewMarks(
    text.replaceAll(ESCAPE, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16))),
  );
}

function requireFewMarks(text: string): void {
  for (const [marks] of text.matchAll(MARKS)) {
    if (codePointLength(marks) > MAX_MARKS) throw new InvalidInput('A letter has too many marks');
  }
}

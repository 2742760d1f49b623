import { Forbidden } from '../errors/coded-errors.js';
import type { Fan } from './audience.js';

/** Throws if the fan is not the author of the document. */
export function requireOwner(fan: Fan, document: { authorId: string }): void {
  if (document.authorId !== fan.id) throw new Forbidden();
}

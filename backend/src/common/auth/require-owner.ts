import { Forbidden } from '../errors/coded-errors.js';
import type { Fan } from './audience.js';

/** Whose document it is decides who may change it. */
export function requireOwner(fan: Fan, document: { authorId: string }): void {
  if (document.authorId !== fan.id) throw new Forbidden();
}

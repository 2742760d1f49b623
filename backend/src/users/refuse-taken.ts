import { Conflict } from '../common/errors/coded-errors.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';

/** Throws a Conflict for a value that another fan has. */
export function refuseTaken(taken: 'email' | 'name' | undefined): void {
  if (taken === 'email') throw new Conflict('Email already registered', 'email');
  if (taken === 'name') throw new Conflict('Username already taken', 'username');
}

/** Throws a Conflict for a write that violated the unique index of emails or names. */
export function refuseDuplicate(error: unknown): never {
  if (isDuplicateKey(error)) refuseTaken('email' in error.keyPattern ? 'email' : 'name');
  throw error;
}

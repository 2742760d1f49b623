import { Conflict } from '../common/errors/coded-errors.js';

/** Says which of a fan's values someone else has. */
export function refuseTaken(taken: 'email' | 'name' | undefined): void {
  if (taken === 'email') throw new Conflict('Email already registered', 'email');
  if (taken === 'name') throw new Conflict('Username already taken', 'username');
}

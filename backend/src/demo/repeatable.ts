import { Conflict, NotFound } from '../common/errors/coded-errors.js';

/** Returns the same id on every run, so that nothing is created twice. */
export function demoId(kind: number, number: number): string {
  return `${kind.toString(16)}${number.toString(16).padStart(20, '0')}`;
}

export async function isMissing(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return false;
  } catch (error) {
    if (error instanceof NotFound) return true;
    throw error;
  }
}

export async function unlessThere(add: () => Promise<unknown>): Promise<void> {
  try {
    await add();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
  }
}

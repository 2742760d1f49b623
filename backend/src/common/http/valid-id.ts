import type { PipeTransform } from '@nestjs/common';

import { NotFound } from '../errors/coded-errors.js';

/** Without flags, because the API description repeats it. */
export const ID = /^[0-9a-fA-F]{24}$/;

/** Returns an id in its stored form, in any letter case; undefined for an invalid id. */
export function plainId(text: string): string | undefined {
  return ID.test(text) ? text.toLowerCase() : undefined;
}

/** Responds to an invalid id like to an unknown one (API.md §1). */
export const validId: PipeTransform<string, string> = {
  transform(text) {
    const id = plainId(text);
    if (id === undefined) throw new NotFound('entry');
    return id;
  },
};

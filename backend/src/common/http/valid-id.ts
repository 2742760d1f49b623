import type { PipeTransform } from '@nestjs/common';

import { NotFound } from '../errors/coded-errors.js';

/** Without flags, because the description of the API repeats it. */
export const ID = /^[0-9a-fA-F]{24}$/;

/** An id as it is stored, whatever the case of its letters; undefined for what is no id. */
export function plainId(text: string): string | undefined {
  return ID.test(text) ? text.toLowerCase() : undefined;
}

/** An id that cannot exist is answered like one that does not (API.md §1). */
export const validId: PipeTransform<string, string> = {
  transform(text) {
    const id = plainId(text);
    if (id === undefined) throw new NotFound('entry');
    return id;
  },
};

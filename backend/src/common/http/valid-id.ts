import type { PipeTransform } from '@nestjs/common';

import { NotFound } from '../errors/coded-errors.js';

/** An id as it is stored, whatever the case of its letters; undefined for what is no id. */
export function plainId(text: string): string | undefined {
  return /^[0-9a-f]{24}$/i.test(text) ? text.toLowerCase() : undefined;
}

/** An id that cannot exist is answered like one that does not (API.md §1). */
export const validId: PipeTransform<string, string> = {
  transform(text) {
    const id = plainId(text);
    if (id === undefined) throw new NotFound('entry');
    return id;
  },
};

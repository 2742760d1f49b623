import type { PipeTransform } from '@nestjs/common';

import { NotFound } from '../errors/coded-errors.js';

/** An id that cannot exist is answered like one that does not (API.md §1). */
export const validId: PipeTransform<string, string> = {
  transform(id) {
    if (!/^[0-9a-f]{24}$/.test(id)) throw new NotFound('entry');
    return id;
  },
};

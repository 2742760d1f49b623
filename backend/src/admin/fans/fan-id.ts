import type { PipeTransform } from '@nestjs/common';

import { NotFound } from '../../common/errors/coded-errors.js';
import { plainId } from '../../common/http/valid-id.js';

/** Either id of a fan: the database's, or the number in order of registration. Others name nobody. */
export const fanId: PipeTransform<string, string> = {
  transform(text) {
    const id = plainId(text) ?? /^[1-9]\d{3,8}$/.exec(text)?.[0];
    if (id === undefined) throw new NotFound('fan');
    return id;
  },
};

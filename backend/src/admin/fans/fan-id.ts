import type { PipeTransform } from '@nestjs/common';

import { NotFound } from '../../common/errors/coded-errors.js';

/** Either id of a fan: the database's, or the number in order of registration. Others name nobody. */
export const fanId: PipeTransform<string, string> = {
  transform(id) {
    if (!/^([0-9a-f]{24}|[1-9]\d{3,8})$/.test(id)) throw new NotFound('fan');
    return id;
  },
};

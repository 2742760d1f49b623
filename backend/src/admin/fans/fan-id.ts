import { z } from 'zod';

import { NotFound } from '../../common/errors/coded-errors.js';
import { PathParam } from '../../common/http/inputs.js';
import { ID, plainId } from '../../common/http/valid-id.js';

const NUMBER = /^[1-9]\d{3,8}$/;

/**
 * Either id of a fan: the database id, or the registration number. Any other value matches no fan.
 */
export const FanId = (name: string) =>
  PathParam(name, z.union([z.string().regex(ID), z.string().regex(NUMBER)]), {
    transform(text) {
      const id = plainId(text) ?? NUMBER.exec(text)?.[0];
      if (id === undefined) throw new NotFound('fan');
      return id;
    },
  });

import { z } from 'zod';

import { integer } from './described.js';
import { PAGE_LIMIT } from './limits.js';

const range = `limit must be a whole number from ${PAGE_LIMIT.min} to ${PAGE_LIMIT.max}`;

/** What every list understands: a page size and the opaque, signed cursor of a `Link` header. */
export const pageQuery = {
  limit: z
    .string(range)
    .regex(/^\d{1,3}$/, range)
    .transform(Number)
    .refine((limit) => limit >= PAGE_LIMIT.min && limit <= PAGE_LIMIT.max, range)
    .meta(integer(PAGE_LIMIT.min, PAGE_LIMIT.max))
    .optional(),
  cursor: z.string('cursor must be text').max(500, 'cursor is not valid').optional(),
};
export const PageQuery = z.object(pageQuery);
export type PageQuery = z.infer<typeof PageQuery>;

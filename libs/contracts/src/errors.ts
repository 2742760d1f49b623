import { z } from 'zod';

/** One code a status; programs rely on the code, people read the sentence (API.md §1). */
export const ERROR_STATUS = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  bad_range: 416,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** The body of every answer that is not a success. */
export const ErrorAnswer = z
  .object({
    error: z.string(),
    code: z.enum(codes),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    requestId: z.string(),
    // Beside the sentence of a suspended login alone.
    reason: z.string().optional(),
    until: z.iso.datetime().optional(),
  })
  .meta({ id: 'ErrorAnswer' });
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;

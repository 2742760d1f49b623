import { z } from 'zod';

import { codePointLength } from './code-points.js';
import { length } from './described.js';
import { RemoteName, SHELL } from './remote-manifest.js';

/** What failed in a browser: a script, a promise, drawing a part, or loading one. */
export const CLIENT_ERROR_KINDS = ['error', 'rejection', 'render', 'load'] as const;
/** In bytes: what one report may be. */
export const CLIENT_ERROR_MAX_BYTES = 10 * 1024;
/** In code points: what may be sent of a message, and what is stored of it. */
export const CLIENT_ERROR_MESSAGE = { max: 5_000, stored: 300 } as const;

export const NO_REMOTE = 'remote must be shell or the name of a remote';
const pageForm = 'page must be the pattern of an address';
const messageForm = `message must be 1 to ${CLIENT_ERROR_MESSAGE.max} characters long`;

/** An error in a browser, without anything about the person who met it. */
export const NewClientError = z
  .object({
    kind: z.enum(CLIENT_ERROR_KINDS, `kind must be one of ${CLIENT_ERROR_KINDS.join(', ')}`),
    /** The pattern of an address, such as `/p/:postId`. */
    page: z
      .string(pageForm)
      .max(100, pageForm)
      .regex(/^\/[^?#\s\u0000]*$/, pageForm),
    version: z
      .string('version is required')
      .regex(/^[A-Za-z0-9._-]{1,40}$/, 'version must be 1 to 40 of A-Z a-z 0-9 . _ -'),
    message: z
      .string(messageForm)
      .refine(
        (text) => text !== '' && codePointLength(text) <= CLIENT_ERROR_MESSAGE.max,
        messageForm,
      )
      .meta(length({ min: 1, max: CLIENT_ERROR_MESSAGE.max })),
    /** The shell, or a remote that is live. */
    remote: z.union([RemoteName, z.literal(SHELL)], NO_REMOTE).optional(),
  })
  .meta({ id: 'NewClientError' });
export type NewClientError = z.infer<typeof NewClientError>;

/** The same error however often it was reported. */
export const ClientErrorRow = z
  .object({
    kind: z.enum(CLIENT_ERROR_KINDS),
    remote: z.string(),
    page: z.string(),
    version: z.string(),
    message: z.string(),
    count: z.number(),
    firstAt: z.iso.datetime(),
    lastAt: z.iso.datetime(),
  })
  .meta({ id: 'ClientError' });
export type ClientErrorRow = z.infer<typeof ClientErrorRow>;

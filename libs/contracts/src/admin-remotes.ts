import { z } from 'zod';

import { CLIENT_ERROR_KINDS } from './client-errors.js';

/**
 * `live`: as it should be. `invalid`: its newest manifest is not used, the last good one is. `away`: its
 * origin does not answer. `unfit`: it needs other versions than the shell provides.
 */
export const REMOTE_STATES = ['live', 'invalid', 'away', 'unfit'] as const;
export type RemoteState = (typeof REMOTE_STATES)[number];

const Build = z.object({ version: z.string(), build: z.string() });

/** The shell or a micro-frontend, for admins. */
export const RemoteStatus = z
  .object({
    name: z.string(),
    /** Null for one that is on this server's disk. */
    origin: z.string().nullable(),
    ...Build.shape,
    liveSince: z.iso.datetime(),
    /** Package to range; of the shell: package to the version that it provides. */
    ranges: z.record(z.string(), z.string()),
    /** Of its scripts and style sheets, compressed with Brotli. */
    bytes: z.number(),
    state: z.enum(REMOTE_STATES),
    /** Why it is not `live`, as a sentence. */
    problem: z.string().optional(),
    /** What a roll-back makes live. */
    previous: Build.optional(),
    /** Of the last 24 hours, as browsers reported them. */
    failures: z.object({ load: z.number(), render: z.number() }),
    /** The newest 20 errors that browsers reported. */
    recent: z
      .array(
        z.object({
          at: z.iso.datetime(),
          version: z.string(),
          kind: z.enum(CLIENT_ERROR_KINDS),
          message: z.string(),
        }),
      )
      .max(20),
  })
  .meta({ id: 'RemoteStatus' });
export type RemoteStatus = z.infer<typeof RemoteStatus>;

import { z } from 'zod';

/**
 * Work in the background that could not be done and is tried again: what failed in which job, how
 * often, since when, why the last time, and when it is tried next. The ones that failed last, at most
 * 100; `total` counts all.
 */
export const StuckWork = z
  .object({
    items: z.array(
      z.object({
        job: z.string(),
        item: z.string(),
        failures: z.int(),
        lastError: z.string(),
        since: z.iso.datetime(),
        retryAt: z.iso.datetime(),
      }),
    ),
    total: z.int(),
  })
  .meta({ id: 'StuckWork' });
export type StuckWork = z.infer<typeof StuckWork>;

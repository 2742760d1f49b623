import { z } from 'zod';

/**
 * Entries of a backup's zip: the description first, the checksums last, and the data between them.
 */
export const DESCRIPTION = 'backup.json';
export const CHECK_SUMS = 'checksums.json';
export const DATABASE_FOLDER = 'database/';
export const DATABASE_ENDING = '.bson';
export const UPLOADS_FOLDER = 'uploads/';
/** Files at the top of the data folder. */
export const TOP_FILES = ['secrets.json', 'deletions.jsonl'] as const;

export const FORMAT = 1;

export const Description = z.object({ format: z.number(), madeAt: z.iso.datetime() });

/** SHA-256 (hex) of each entry except the description and the checksums. */
export const CheckSums = z.record(z.string(), z.string());
export type CheckSums = z.infer<typeof CheckSums>;

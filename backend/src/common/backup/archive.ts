import { z } from 'zod';

/** What a backup's zip holds: its description first, its check sums last, and between them what lasts. */
export const DESCRIPTION = 'backup.json';
export const CHECK_SUMS = 'checksums.json';
export const DATABASE_FOLDER = 'database/';
export const DATABASE_ENDING = '.bson';
export const UPLOADS_FOLDER = 'uploads/';
/** Files of the data folder's top, where they are. */
export const TOP_FILES = ['secrets.json', 'deletions.jsonl'] as const;

export const FORMAT = 1;

export const Description = z.object({ format: z.number(), madeAt: z.iso.datetime() });

/** SHA-256 (hex) of each entry but the description and the sums themselves. */
export const CheckSums = z.record(z.string(), z.string());
export type CheckSums = z.infer<typeof CheckSums>;

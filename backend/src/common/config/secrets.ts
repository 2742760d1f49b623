import { createHmac, randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { errorCode } from '../errors/error-code.js';
import type { PushKeys, Secrets } from './keys.js';
import { derivePushKeys, isPushKeyPair, makePushKeys } from './push-keys.js';
import { StartError } from './start-error.js';

const MIN_BYTES = 32;

const CURE =
  'Put back a copy from a backup, or delete the file: a new one is made and everybody has to log in again.';

/** What the environment says; it goes before the file. */
export interface GivenSecrets {
  fanSecret?: string | undefined;
  adminSecret?: string | undefined;
}

const StoredSecret = z.string().refine((secret) => Buffer.byteLength(secret) >= MIN_BYTES);
const SecretsFile = z
  .object({
    JWT_FAN_SECRET: StoredSecret,
    JWT_ADMIN_SECRET: StoredSecret,
    /** Absent in files of earlier versions. */
    PUSH_KEYS: z
      .object({ publicKey: z.string(), privateKey: z.string() })
      .refine(isPushKeyPair)
      .optional(),
  })
  .refine((stored) => stored.JWT_FAN_SECRET !== stored.JWT_ADMIN_SECRET);
type SecretsFile = z.infer<typeof SecretsFile>;
type CompleteFile = Required<SecretsFile>;

/** The secrets of this server: from the environment, else from `secrets.json`, which the first start makes. */
export async function readSecrets(dataFolder: string, given: GivenSecrets): Promise<Secrets> {
  let { fanSecret, adminSecret } = given;
  let storedPushKeys: PushKeys | undefined;
  if (fanSecret === undefined || adminSecret === undefined) {
    const stored = await readCompleteFile(join(dataFolder, 'secrets.json'));
    if (fanSecret === undefined) storedPushKeys = stored.PUSH_KEYS;
    fanSecret ??= stored.JWT_FAN_SECRET;
    adminSecret ??= stored.JWT_ADMIN_SECRET;
  }
  // Derived, not stored: instances that share the fans' secret read each other's cursors.
  const cursorSecret = createHmac('sha256', fanSecret).update('kickoff cursor').digest('base64url');
  // Instances that share the fans' secret also send to each other's push subscriptions.
  const pushKeys = storedPushKeys ?? derivePushKeys(fanSecret);
  return { fanSecret, adminSecret, cursorSecret, pushKeys };
}

/** Reads the file, after making it or adding what it lacks. */
async function readCompleteFile(file: string): Promise<CompleteFile> {
  const stored = await readSecretsFile(file);
  if (stored?.PUSH_KEYS) return { ...stored, PUSH_KEYS: stored.PUSH_KEYS };
  const complete = {
    ...(stored ?? {
      JWT_FAN_SECRET: randomBytes(MIN_BYTES).toString('base64url'),
      JWT_ADMIN_SECRET: randomBytes(MIN_BYTES).toString('base64url'),
    }),
    PUSH_KEYS: makePushKeys(),
  };
  await writeSecretsFile(file, complete);
  return complete;
}

async function readSecretsFile(file: string): Promise<SecretsFile | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return undefined;
    throw new StartError(
      `The secrets file ${file} cannot be read (${code ?? String(error)}). Give this user the right to read it.`,
    );
  }
  const stored = SecretsFile.safeParse(parsed(text));
  if (stored.success) return stored.data;
  throw new StartError(
    `The secrets file ${file} is damaged: it must hold two different secrets of ${MIN_BYTES} bytes or more. ${CURE}`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is no secrets file; the schema says so.
    return undefined;
  }
}

/** Whole or not at all: a start that is killed here leaves no half file to be refused later. */
async function writeSecretsFile(file: string, secrets: CompleteFile): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(secrets, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { MailService } from '../../src/mail/mail.service.js';
import type { KickOff } from './kickoff.js';

/** Creates a data folder for a server whose mails are read. */
export function aDataFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'kickoff-test-'));
}

/** Returns the mails that a server has written to its outbox since the last call, oldest first. */
export async function collectMails(kickoff: KickOff, dataFolder: string): Promise<string[]> {
  await kickoff.app.get(MailService).sendAll();
  const outbox = join(dataFolder, 'outbox');
  const names = await readdir(outbox).catch(() => []);
  const mails = [];
  for (const name of names.sort()) {
    const file = join(outbox, name);
    if ((await stat(file)).mode & 0o077) throw new Error(`${name} can be read by others`);
    mails.push(unfolded(await readFile(file, 'utf8')));
    await rm(file);
  }
  return mails;
}

/** Undoes the soft line breaks of quoted-printable text. */
export function unfolded(mail: string): string {
  return mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from '@playwright/test';

/** Returns the link in the newest mail to an address, from the server's outbox. */
export async function linkMailedTo(address: string): Promise<string> {
  const folder = join(process.env['E2E_DATA'] ?? '', 'outbox');
  let link: string | undefined;
  await expect(async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const text = mails
      .filter((mail) => mail.includes(address))
      .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=\n', ''))
      .at(-1);
    link = /https?:\/\/\S+\/(?:(?:admin-)?reset|undo-email)\/\S+/.exec(text ?? '')?.[0];
    expect(link).toBeDefined();
  }).toPass();
  return link ?? '';
}

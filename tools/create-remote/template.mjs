import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { format } from 'oxfmt';

import { declarationOf, pageOf } from './declaration-of.mjs';

const template = fileURLToPath(new URL('template', import.meta.url));

/**
 * Writes all files of a remote: those of the template, its declaration, and `more`.
 * @param {string} folder
 * @param {string} name
 * @param {Record<string, string | object>} more by path; an object becomes JSON
 */
export async function writeTemplate(folder, name, more) {
  const { page, title } = pageOf(name);
  /** @param {string} text */
  const fill = (text) =>
    text.replaceAll('__Page__', page).replaceAll('__Title__', title).replaceAll('__name__', name);
  const files = readdirSync(template, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [
      fill(path.slice(template.length + 1).replace(/\.template$/, '')),
      fill(readFileSync(path, 'utf8')),
    ]);
  const all = { ...Object.fromEntries(files), 'remote.json': declarationOf(name), ...more };
  for (const [path, content] of Object.entries(all)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const text =
      typeof content === 'string'
        ? content
        : (await format(path, JSON.stringify(content), { printWidth: 100 })).code;
    writeFileSync(file, text);
  }
}

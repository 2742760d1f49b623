// The documents that the benches write with `--write`.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { format } from 'oxfmt';

import { describeMachine } from '../../e2e/bench/machine.mjs';

/** @param {readonly string[]} cells @param {readonly number[]} widths */
export const toLine = (cells, widths) =>
  cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join('')
    .trimEnd();

/** @param {readonly (readonly string[])[]} rows headings first */
export const toTable = ([headings = [], ...rows]) =>
  [headings, headings.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Writes a document of the folder docs. @param {string} name @param {string} text Markdown */
export async function writeMarkdown(name, text) {
  const file = fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
  const { code } = await format(file, text);
  await writeFile(file, code);
}

/**
 * Writes a table of figures to a file in docs/.
 *
 * @param {string} name of the file
 * @param {{ title: string, command: string, mongod: string, facts: readonly string[], about: string,
 *   headings: readonly string[], rows: readonly (readonly string[])[] }} content
 */
export async function writeDocument(
  name,
  { title, command, mongod, facts, about, headings, rows },
) {
  const text = `# ${title}

Written by \`${command}\`; do not edit.

${[`Machine: ${describeMachine(`MongoDB ${mongod}`)}`, ...facts].map((fact) => `- ${fact}`).join('\n')}

${about}

${toTable([headings, ...rows])}
`;
  await writeMarkdown(name, text);
}

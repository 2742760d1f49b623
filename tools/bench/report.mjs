// The rows of `npm run bench`: in the terminal, and on request in docs/PERFORMANCE.md.
import { writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

const BYTES_A_GIB = 2 ** 30;
const WIDTHS = [45, 14, 14, 8, 6, 10];
const HEADINGS = ['', 'KickOff', 'beside', 'figure', 'bar', 'verdict', 'others'];

/** @typedef {import('./slices.mjs').Comparison} Comparison */
/** @typedef {import('./slices.mjs').Figure} Figure */
/**
 * A figure and the bar that it may not exceed: the ratio, or where `isInMs` the milliseconds.
 *
 * @typedef {{ name: string, bar?: number, isInMs?: boolean, isAlone?: boolean }} Goal
 */
/** @typedef {Goal & Comparison} Row */

/** @param {Figure} figure */
export const formatFigure = ({ ms, dbMs }) =>
  dbMs === undefined ? ms.toFixed(2) : `${ms.toFixed(2)} / ${dbMs.toFixed(2)}`;

/** @param {Row} row */
const figureOf = ({ isInMs, mine, ratio }) => (isInMs ? mine.ms : ratio);

/** @param {Row} row */
function verdictOf(row) {
  if (row.bar === undefined) return '';
  if (!row.isQuiet) return 'too busy';
  return figureOf(row) <= row.bar ? 'met' : 'missed';
}

/** @param {Row} row @returns {string[]} */
function cellsOf(row) {
  return [
    row.name,
    formatFigure(row.mine),
    row.isAlone ? '' : formatFigure(row.other),
    row.isAlone ? '' : figureOf(row).toFixed(2),
    row.bar?.toString() ?? '',
    verdictOf(row),
    `${Math.round(row.others * 100)} %`,
  ];
}

export const headingLine = () => toLine(HEADINGS, WIDTHS);

/** @param {Row} row */
export const rowLine = (row) => toLine(cellsOf(row), WIDTHS);

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

/** Describes the machine without its name. @param {string} mongod its version */
export function describeMachine(mongod) {
  const [cpu] = cpus();
  const gib = (totalmem() / BYTES_A_GIB).toFixed(0);
  return [
    `${cpus().length} x ${cpu?.model ?? 'unknown processor'}, ${gib} GiB, ${type()} ${release()}`,
    `Node ${process.version}, MongoDB ${mongod}`,
  ].join('; ');
}

/** Writes a document of the folder docs. @param {string} name @param {string} text Markdown */
export async function writeMarkdown(name, text) {
  const file = fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
  const options = await resolveConfig(file);
  await writeFile(file, await format(text, { ...options, parser: 'markdown' }));
}

/**
 * Writes docs/PERFORMANCE.md.
 *
 * @param {readonly Row[]} rows
 * @param {{ command: string, posts: number, mongod: string }} facts
 */
export async function writeDocument(rows, { command, posts, mongod }) {
  const shares = rows.map(({ others }) => others).sort((one, other) => one - other);
  const most = Math.round((shares.at(-1) ?? 0) * 100);
  const text = `# Performance

Written by \`${command}\`; do not edit.

- Machine: ${describeMachine(mongod)}
- Data: ${posts} posts, each with 20 likes and 20 comments
- Load of others: at most ${most} % of the machine in the slices that count

Figures are milliseconds a request: processor time of the application / of the database, or one number
where the time of the response is measured (p50). Two things take turns in short slices; each figure is a
median, and each ratio the median of neighbouring slices. A slice in which others use more than 15 % of the
machine does not count; with too few quiet slices the verdict is "too busy". Beside KickOff stands what a
row names, else \`tools/bench/plain/server.mjs\`, written by hand for the same responses.

${toTable([HEADINGS, ...rows.map(cellsOf)])}
`;
  await writeMarkdown('PERFORMANCE.md', text);
}

// The rows of `npm run bench`: in the terminal, and on request in docs/PERFORMANCE.md.
import { writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

const DOCUMENT = fileURLToPath(new URL('../../docs/PERFORMANCE.md', import.meta.url));
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
const shown = ({ ms, dbMs }) =>
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
    shown(row.mine),
    row.isAlone ? '' : shown(row.other),
    row.isAlone ? '' : figureOf(row).toFixed(2),
    row.bar?.toString() ?? '',
    verdictOf(row),
    `${Math.round(row.others * 100)} %`,
  ];
}

/** @param {readonly string[]} cells */
const toLine = (cells) =>
  cells
    .map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0))
    .join('')
    .trimEnd();

export const headingLine = () => toLine(HEADINGS);

/** @param {Row} row */
export const rowLine = (row) => toLine(cellsOf(row));

/** Describes the machine without its name. @param {string} mongod its version */
function machine(mongod) {
  const [cpu] = cpus();
  const gib = (totalmem() / BYTES_A_GIB).toFixed(0);
  return [
    `${cpus().length} x ${cpu?.model ?? 'unknown processor'}, ${gib} GiB, ${type()} ${release()}`,
    `Node ${process.version}, MongoDB ${mongod}`,
  ];
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
  const table = [HEADINGS, HEADINGS.map(() => '---'), ...rows.map(cellsOf)];
  const text = `# Performance

Written by \`${command}\`; do not edit.

- Machine: ${machine(mongod).join('; ')}
- Data: ${posts} posts, each with 20 likes and 20 comments
- Load of others: at most ${most} % of the machine in the slices that count

Figures are milliseconds a request: processor time of the application / of the database, or one number
where the time of the response is measured (p50). Two things take turns in short slices; each figure is a
median, and each ratio the median of neighbouring slices. A slice in which others use more than 15 % of the
machine does not count; with too few quiet slices the verdict is "too busy". Beside KickOff stands what a
row names, else \`tools/bench/plain/server.mjs\`, written by hand for the same responses.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
  const options = await resolveConfig(DOCUMENT);
  await writeFile(DOCUMENT, await format(text, { ...options, parser: 'markdown' }));
}

// The rows of `npm run bench`: in the terminal, and on request in docs/PERFORMANCE.md.
import { toLine, writeDocument } from './document.mjs';

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

/**
 * Writes docs/PERFORMANCE.md.
 *
 * @param {readonly Row[]} rows
 * @param {{ command: string, posts: number, mongod: string }} facts
 */
export async function writeRows(rows, { command, posts, mongod }) {
  const shares = rows.map(({ others }) => others).sort((one, other) => one - other);
  const most = Math.round((shares.at(-1) ?? 0) * 100);
  await writeDocument('PERFORMANCE.md', {
    title: 'Performance',
    command,
    mongod,
    facts: [
      `Data: ${posts} posts, each with 20 likes and 20 comments`,
      `Load of others: at most ${most} % of the machine in the slices that count`,
    ],
    about: `Figures are milliseconds a request: processor time of the application / of the database, or one number
where the time of the response is measured (p50). Two things take turns in short slices; each figure is a
median, and each ratio the median of neighbouring slices. A slice in which others use more than 15 % of the
machine does not count; with too few quiet slices the verdict is "too busy". Beside KickOff stands what a
row names, else \`tools/bench/plain/server.mjs\`, written by hand for the same responses.
[Load](LOAD.md) has the figures under a steady load.`,
    headings: HEADINGS,
    rows: rows.map(cellsOf),
  });
}

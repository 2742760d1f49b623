// The rows of `npm run bench:load`: in the terminal, and on request in docs/LOAD.md.
import { toLine, writeDocument } from './document.mjs';

const WIDTHS = [55, 10, 9, 10, 6];
const HEADINGS = ['', 'figure', 'bar', 'verdict', 'others'];

/**
 * A figure and the bar that it may not exceed. `others` and `isQuiet` are absent where others of the
 * machine do not change the figure.
 *
 * @typedef {{ name: string, figure: number, unit: string, bar?: number, others?: number,
 *   isQuiet?: boolean }} Row
 */

/**
 * The verdict of a row. A met bar counts on a busy machine too: others only make figures worse.
 *
 * @param {Row} row
 */
export function verdictOf({ figure, bar, isQuiet = true }) {
  if (bar === undefined) return '';
  if (figure <= bar) return 'met';
  return isQuiet ? 'missed' : 'too busy';
}

/** @param {Row} row @returns {string[]} */
function cellsOf(row) {
  const { name, figure, unit, bar, others } = row;
  const shown = Number.isInteger(figure) ? String(figure) : figure.toFixed(1);
  return [
    name,
    `${shown} ${unit}`.trim(),
    bar === undefined ? '' : `${bar} ${unit}`.trim(),
    verdictOf(row),
    others === undefined ? '' : `${Math.round(others * 100)} %`,
  ];
}

/** @param {readonly Row[]} rows */
export const toLines = (rows) =>
  [HEADINGS, ...rows.map(cellsOf)].map((cells) => `${toLine(cells, WIDTHS)}\n`).join('');

/**
 * Writes docs/LOAD.md.
 *
 * @param {readonly Row[]} rows
 * @param {{ command: string, mongod: string, rate: number, seconds: number, overloadS: number, posts: number }} facts
 */
export async function writeLoad(rows, { command, mongod, rate, seconds, overloadS, posts }) {
  await writeDocument('LOAD.md', {
    title: 'Load',
    command,
    mongod,
    facts: [
      `Steady load: ${rate} requests a second for ${seconds} s; overload: five times that rate for ${overloadS} s`,
      `Data: ${posts} posts, each with 20 likes and 20 comments`,
      'Server, database and load generator share the machine',
    ],
    about: `Of 200 requests 139 read, 60 like or comment and one posts a picture of 100 kB; beside them come
two logins and two health checks a second. They are sent at a constant rate, independent of the responses. Times are
measured by the client. Memory is the resident memory of the server process: the median of a
minute. A bar is too busy to judge if it is not met and others used more than 15 % of the machine in
more than one of 20 seconds. [Performance](PERFORMANCE.md) has the processor time of single requests.`,
    headings: HEADINGS,
    rows: rows.map(cellsOf),
  });
}

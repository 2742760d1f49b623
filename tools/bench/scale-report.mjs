// The rows of `npm run bench:scale`: in the terminal, and on request in docs/SCALE.md.
import { describeMachine } from '../../e2e/bench/machine.mjs';
import { toLine, toTable, writeMarkdown } from './document.mjs';
import { MAX_OTHERS } from './processor.mjs';
import { formatFigure } from './report.mjs';

const NAME_WIDTH = 36;
const FIGURE_WIDTH = 14;
const CELL_WIDTH = 10;

/** @typedef {import('./slices.mjs').Figure} Figure */
/** Largest ratios of the last to the first: of processor time, and of examined documents and keys. @typedef {{ cpu: number, examined: number }} Bars */
/**
 * One call in several settings. `ratio` is that of processor times.
 *
 * @typedef {object} ScaleRow
 * @property {string} name
 * @property {readonly Figure[]} figures
 * @property {number} ratio
 * @property {readonly number[]} examined documents and keys
 * @property {number} others share of the machine
 * @property {boolean} isQuiet
 */
/** @typedef {{ title: string, settings: readonly string[], bars: Bars, rows: readonly ScaleRow[] }} ScaleTable */
/** Starts until the first page, and the share of the machine used by others. @typedef {{ starts: readonly { seconds: number, others: number }[], bar: number }} StartTimes */

/** The largest of these counts as a multiple of the first one. @param {readonly number[]} counts */
export const growthOf = ([first = 0, ...others]) => Math.max(...others) / Math.max(1, first);

/** @param {ScaleRow} row @param {Bars} bars @returns {[cpu: string, examined: string]} */
export function verdictsOf({ ratio, examined, isQuiet }, bars) {
  const judge = (/** @type {number} */ figure, /** @type {number} */ bar) =>
    figure <= bar ? 'met' : 'missed';
  return [isQuiet ? judge(ratio, bars.cpu) : 'too busy', judge(growthOf(examined), bars.examined)];
}

/** 1000 becomes `1k`. @param {number} size */
export function formatSize(size) {
  if (size % 1_000_000 === 0) return `${size / 1_000_000}M`;
  return size % 1_000 === 0 ? `${size / 1_000}k` : String(size);
}

/** @param {Omit<ScaleTable, 'rows'>} table */
function headings({ settings, bars }) {
  return [
    '',
    ...settings.map((setting) => `CPU ${setting}`),
    `≤ ${bars.cpu}`,
    'verdict',
    ...settings.map((setting) => `read ${setting}`),
    `≤ ${bars.examined}`,
    'verdict',
    'others',
  ];
}

/** @param {ScaleRow} row @param {Bars} bars */
function cells(row, bars) {
  const [cpu, examined] = verdictsOf(row, bars);
  return [
    row.name,
    ...row.figures.map(formatFigure),
    row.ratio.toFixed(2),
    cpu,
    ...row.examined.map(String),
    growthOf(row.examined).toFixed(2),
    examined,
    `${Math.round(row.others * 100)} %`,
  ];
}

/** @param {Omit<ScaleTable, 'rows'>} table */
const widths = (table) =>
  headings(table).map((heading, at) => {
    const isFigure = at >= 1 && at <= table.settings.length;
    const least = at === 0 ? NAME_WIDTH : isFigure ? FIGURE_WIDTH : CELL_WIDTH;
    return Math.max(least, heading.length + 2);
  });

/** @param {Omit<ScaleTable, 'rows'>} table */
export const scaleHeading = (table) => toLine(headings(table), widths(table));

/** @param {Omit<ScaleTable, 'rows'>} table @param {ScaleRow} row */
export const scaleLine = (table, row) => toLine(cells(row, table.bars), widths(table));

/** @param {StartTimes} times */
export function startLine({ starts, bar }) {
  const sorted = starts.map(({ seconds }) => seconds).sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const slowest = sorted.at(-1) ?? NaN;
  const others = Math.max(...starts.map((start) => start.others));
  const missed = others > MAX_OTHERS ? 'too busy' : 'missed';
  return `median ${median.toFixed(2)} s, slowest ${slowest.toFixed(2)} s, bar ${bar} s: ${slowest <= bar ? 'met' : missed} (others ${Math.round(others * 100)} %)`;
}

/**
 * Writes docs/SCALE.md.
 *
 * @param {readonly ScaleTable[]} tables
 * @param {StartTimes} start
 * @param {{ command: string, sizes: readonly number[], mongod: string }} facts
 */
export async function writeScale(tables, start, { command, sizes, mongod }) {
  const shares = tables.flatMap(({ rows }) => rows.map(({ others }) => others));
  const sections = tables.map(
    (table) =>
      `## ${table.title}\n\n${toTable([headings(table), ...table.rows.map((row) => cells(row, table.bars))])}`,
  );
  const text = `# Scale

Written by \`${command}\`; do not edit. [Following at scale](decisions/0032-following-at-scale.md) says why the
feed of followed fans is read as it is, and what changes at 100 million fans.

- Machine: ${describeMachine(`MongoDB ${mongod}`)}
- Data: ${sizes.map(formatSize).join(', ')} fans and as many posts, each in a database of its own; all of them follow one fan
- Load of others: at most ${Math.round(Math.max(...shares) * 100)} % of the machine in the slices that count

"CPU" are milliseconds a request: processor time of the application / of the database. The settings take turns
in short slices; each figure is a median, and each ratio (last to first, both times together) the median of
neighbouring slices. A slice in which others use more than 15 % of the machine does not count; with too few
quiet slices the verdict is "too busy". "read" are the documents and keys that one call examines, by the
database's profiler; others do not change them.

${sections.join('\n\n')}

## Start

From the start of the process, which starts its MongoDB of ${formatSize(Math.max(...sizes))} fans and posts, to the first page of the
feed: ${startLine(start)}. \`npm run bench:start\` also kills both first.
`;
  await writeMarkdown('SCALE.md', text);
}

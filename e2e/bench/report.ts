import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { describeMachine } from './machine.mjs';
import type { Rounds } from './rounds.js';

const DOCUMENT = fileURLToPath(new URL('../../docs/PAGES.md', import.meta.url));
const HEADINGS = ['', 'figure', 'bar', 'goal', 'verdict', 'others'];
const WIDTHS = [49, 10, 8, 8, 10];

/** A figure and the bar that it may not exceed. */
interface Row {
  name: string;
  figure: number;
  /** Decimal places; none if omitted. */
  places?: number;
  bar?: number;
  /** Better than the bar, without a verdict. */
  goal?: number;
  /** The rounds in which it was measured; a counter, which the machine's load does not change, has none. */
  rounds?: Rounds;
}

const rows: Row[] = [];

/** Adds a row and prints it. */
export function report(row: Row): void {
  if (rows.length === 0) process.stdout.write(`${toLine(HEADINGS)}\n`);
  rows.push(row);
  process.stdout.write(`${toLine(cellsOf(row))}\n`);
}

function verdictOf({ figure, places = 0, bar, rounds }: Row): string {
  if (bar === undefined) return '';
  if (rounds && !rounds.isQuiet) return 'too busy';
  return Number(figure.toFixed(places)) <= bar ? 'met' : 'missed';
}

function cellsOf(row: Row): string[] {
  const { name, figure, places = 0, bar, goal, rounds } = row;
  return [
    name,
    figure.toFixed(places),
    bar?.toString() ?? '',
    goal?.toString() ?? '',
    verdictOf(row),
    rounds ? `${Math.round(rounds.others * 100)} %` : '',
  ];
}

const toLine = (cells: readonly string[]) =>
  cells
    .map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0))
    .join('')
    .trimEnd();

/** Writes docs/PAGES.md with all rows so far. */
export async function writeDocument(command: string, browser: string): Promise<void> {
  const most = Math.round(Math.max(...rows.map(({ rounds }) => rounds?.others ?? 0)) * 100);
  const text = `# Pages

Written by \`${command}\`; do not edit.

- Machine: ${describeMachine(`Chromium ${browser}`)}
- Phone: 412 x 823 px, four times slower than the machine; slow line: 1.47 Mbit/s, 562 ms a request
- Data: the demo, as its first fan sees it; for touches and scrolling a new fan, who scrolls 10,000 posts; for live
  updates new fans on pages as fast as the machine, and a provider that is polled every second
- Load of others: at most ${most} % of the machine in the rounds that count

Each time is the median of five rounds. A round in which others use more than 15 % of the machine does not
count; with too few quiet rounds the verdict is "too busy". Bytes and requests are counters: the load of the
machine does not change them. They are those of the first load, which ends before live updates and other
optional parts load; kB are 1,000 bytes of a compressed body.

${toTable([HEADINGS, ...rows.map(cellsOf)])}
`;
  await writeFile(DOCUMENT, text);
}

/** Returns a Markdown table in the form that the formatter leaves alone. */
function toTable(lines: readonly (readonly string[])[]): string {
  const [headings = [], ...others] = lines;
  const widths = headings.map((_, at) =>
    Math.max(3, ...lines.map((cells) => cells[at]?.length ?? 0)),
  );
  return [headings, widths.map((width) => '-'.repeat(width)), ...others]
    .map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    .join('\n');
}

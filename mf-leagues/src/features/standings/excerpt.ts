import type { StandingRow } from '@kickoff/contracts';

/**
 * Returns the rows of the named clubs with their neighbours, in the order of the table, as runs
 * without a gap.
 */
export function excerptOf(
  table: readonly StandingRow[],
  clubIds: readonly string[],
): StandingRow[][] {
  const at = table.flatMap(({ team }, index) => (clubIds.includes(team.id) ? [index] : []));
  const runs: StandingRow[][] = [];
  table.forEach((row, index) => {
    if (!at.some((own) => Math.abs(own - index) <= 1)) return;
    const run = runs.at(-1);
    const before = table[index - 1];
    if (run && before && run.at(-1) === before) run.push(row);
    else runs.push([row]);
  });
  return runs;
}

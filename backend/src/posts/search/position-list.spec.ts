import { describe, expect, it } from '@jest/globals';

import type { Position } from '../../common/http/cursors.js';
import { type Cut, intersect, PositionList, ReadBudget } from './position-list.js';

const at = (number: number): Position => ({
  at: new Date(Math.floor(number / 3)),
  id: String(number % 3).padStart(24, '0'),
});
const numberOf = ({ at: time, id }: Position) => time.getTime() * 3 + Number(id);

/** A list of posts with these numbers, three per time, that records the size of each read. */
function listOf(numbers: readonly number[], budget: ReadBudget, reads: number[] = []) {
  const newestFirst = [...new Set(numbers)].sort((one, other) => other - one);
  return new PositionList((size, from, isAfter) => {
    const end = from ? numberOf(from) : Number.POSITIVE_INFINITY;
    const found = newestFirst
      .filter((number) => (isAfter ? number < end : number <= end))
      .slice(0, size);
    reads.push(found.length);
    return Promise.resolve(found.map(at));
  }, budget);
}

async function intersection(lists: readonly (readonly number[])[], after?: number) {
  const budget = new ReadBudget();
  const cut: Cut = {};
  const found: number[] = [];
  const of = lists.map((numbers) => listOf(numbers, budget));
  for await (const position of intersect(
    of,
    after === undefined ? undefined : at(after),
    budget,
    cut,
  )) {
    found.push(numberOf(position));
  }
  return { found, cut };
}

const upTo = (end: number, step = 1) =>
  Array.from({ length: Math.ceil(end / step) }, (_, index) => index * step);

describe('intersect', () => {
  it('yields nothing without lists', async () => {
    expect((await intersection([])).found).toEqual([]);
  });

  it('yields all positions of a single list, newest first', async () => {
    expect((await intersection([upTo(500)])).found).toEqual(upTo(500).reverse());
  });

  it.each([
    [2, 3],
    [1, 7],
    [50, 3],
    [400, 1],
  ])('yields the intersection of lists of every %s and every %s', async (one, other) => {
    const { found, cut } = await intersection([upTo(3_000, one), upTo(3_000, other)]);

    const common = upTo(3_000).filter((number) => number % one === 0 && number % other === 0);
    expect(found).toEqual(common.reverse());
    expect(cut.at).toBeUndefined();
  });

  it('yields nothing when one list is empty', async () => {
    expect((await intersection([upTo(1_000), [], upTo(1_000)])).found).toEqual([]);
  });

  it('starts after a position', async () => {
    expect((await intersection([upTo(20), upTo(20, 2)], 10)).found).toEqual([8, 6, 4, 2, 0]);
  });

  it('reads at most 250 positions of a common list beside a rare one', async () => {
    const budget = new ReadBudget();
    const reads: number[] = [];
    const lists = [listOf(upTo(100_000), budget, reads), listOf([5, 70_000], budget)];
    const found: number[] = [];
    for await (const position of intersect(lists, undefined, budget, {})) {
      found.push(numberOf(position));
    }

    expect(found).toEqual([70_000, 5]);
    expect(reads.reduce((sum, count) => sum + count, 0)).toBeLessThan(250);
  });

  it('stops after a bounded number of reads and resumes at that position', async () => {
    const even = upTo(100_000, 2);
    const odd = upTo(100_000, 2).map((number) => number + 1);
    const common = [1_000, 1_001];
    const lists = [
      [...even, ...common],
      [...odd, ...common],
    ];
    const found: number[] = [];
    let pages = 0;
    let after: number | undefined;
    do {
      const page = await intersection(lists, after);
      found.push(...page.found);
      after = page.cut.at && numberOf(page.cut.at);
      pages += 1;
    } while (after !== undefined);

    expect(found).toEqual([1_001, 1_000]);
    expect(pages).toBeGreaterThan(1);
    expect(pages).toBeLessThan(15);
  });
});

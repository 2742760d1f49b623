import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';

import { RowWindow } from './RowWindow';

const ids = Array.from({ length: 30 }, (_, at) => `row ${at}`);
const indexesOf = ({ rows }: ReturnType<RowWindow['plan']>) => rows.map(({ index }) => index);

afterEach(() => {
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

/** A list of rows 200 pixels high, in a page that scrolls; jsdom has no layout and scrolls nothing. */
function aList({ scrollY = 0 } = {}) {
  const heights = new Map(ids.map((id) => [id, 200]));
  const topOf = (wanted: string | undefined) => {
    let top = -scrollY;
    for (const id of ids) {
      if (id === wanted) break;
      top += heights.get(id) ?? 0;
    }
    return top;
  };
  const pageHeight = () => [...heights.values()].reduce((sum, height) => sum + height, 0);
  const scrollHeight = { configurable: true, get: pageHeight };
  Object.defineProperty(document.documentElement, 'scrollHeight', scrollHeight);
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => scrollY });
  jest.spyOn(window, 'scrollBy').mockImplementation((...by: unknown[]) => {
    scrollY = Math.min(scrollY + Number(by[1]), pageHeight() - window.innerHeight);
  });
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const id = this.dataset['row'];
    if (id === undefined) return new DOMRect(0, -scrollY, 300, 30 * 200);
    return new DOMRect(0, topOf(id), 300, heights.get(id));
  });
  const list = document.body.appendChild(document.createElement('div'));
  for (const id of ids) {
    list.appendChild(document.createElement('div')).dataset['row'] = id;
  }
  const scrollTo = (place: number) => {
    scrollY = place;
    window.dispatchEvent(new Event('scroll'));
  };
  return { heights, topOf, list, scrolled: () => scrollY, scrollTo };
}

describe('the rows that are drawn', () => {
  it('leave the room of all others open, by the heights that those had', () => {
    const around = new RowWindow(
      undefined,
      ids.map((id, at) => [id, at < 10 ? 100 : 300] as const),
    );

    const plan = around.plan(ids, { first: 10, last: 20, focused: undefined });

    expect(indexesOf(plan)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(plan.rows[0]?.gapBefore).toBe(10 * 100);
    expect(plan.gapAfter).toBe(10 * 300);
  });

  it('count as usually high while they have never been drawn', () => {
    const around = new RowWindow(undefined, [
      ['row 0', 100],
      ['row 1', 300],
    ]);

    expect(around.heightOf('row 7')).toBe(200);
  });

  it('have the row with the focus among them, however far away it is', () => {
    const around = new RowWindow(
      undefined,
      ids.map((id) => [id, 100] as const),
    );

    const plan = around.plan(ids, { first: 0, last: 10, focused: 'row 25' });

    expect(indexesOf(plan).at(-1)).toBe(25);
    expect(plan.rows.at(-1)?.gapBefore).toBe(15 * 100);
    expect(plan.gapAfter).toBe(4 * 100);
  });

  it('are three until those have been painted', async () => {
    const around = new RowWindow(undefined);

    const leave = around.attach(document.createElement('div'));
    around.settle(ids);
    const atFirst = indexesOf(around.plan(ids, around.shown()));
    await waitFor(() => expect(around.shown().last).toBeGreaterThanOrEqual(9));
    leave();

    expect(atFirst).toEqual([0, 1, 2]);
  });

  it('become one more in a frame on the way down, and all that a leap needs at once', async () => {
    const { list, scrollTo } = aList();
    const around = new RowWindow(undefined);
    const detach = around.attach(list);
    around.settle(ids);
    await waitFor(() => expect(around.shown().last).toBe(9));
    const seen: number[] = [];
    const stop = around.subscribe(() => seen.push(around.shown().last));

    scrollTo(1_000);
    await waitFor(() => {
      around.settle(ids);
      expect(around.shown().last).toBe(12);
    });
    stop();
    scrollTo(4_000);
    const afterLeap = around.shown();
    detach();

    expect(seen).toEqual([10, 11, 12]);
    // The screen shows the rows 20 to 23.
    expect(afterLeap.first).toBeLessThanOrEqual(20);
    expect(afterLeap.last).toBeGreaterThanOrEqual(24);
  });

  it('are around the row to which its reader comes back', () => {
    const around = new RowWindow({ row: 'row 20', top: 80, scrollY: 2_000 });

    const plan = around.plan(ids, around.shown());

    expect(indexesOf(plan)).toContain(20);
    expect(indexesOf(plan)).not.toContain(0);
  });
});

describe('the row that is being read', () => {
  it('does not move when something above it grows', () => {
    const { heights, topOf, list, scrolled } = aList({ scrollY: 1_000 });
    const around = new RowWindow(undefined);
    const detach = around.attach(list);
    around.settle(ids);
    window.dispatchEvent(new Event('scroll'));
    const { row = '', top } = around.place();

    heights.set('row 1', 450);
    around.settle(ids);

    expect(row).toBe('row 6');
    expect(scrolled()).toBe(1_250);
    expect(topOf(row)).toBe(top);
    detach();
  });

  it('does not move when the one before it grows, of which an end is still seen', () => {
    const { heights, topOf, list } = aList({ scrollY: 1_100 });
    const around = new RowWindow(undefined);
    const detach = around.attach(list);
    around.settle(ids);
    window.dispatchEvent(new Event('scroll'));

    heights.set('row 5', 500);
    around.settle(ids);

    expect(topOf('row 6')).toBe(100);
    detach();
  });

  it('is come back to, though the page is too short for it for a moment', () => {
    const end = 30 * 200 - window.innerHeight;
    const { heights, topOf, list, scrolled, scrollTo } = aList({ scrollY: end });
    const around = new RowWindow({ row: 'row 26', top: topOf('row 26'), scrollY: end });
    const detach = around.attach(list);
    around.settle(ids);

    heights.set('row 29', 180);
    scrollTo(end - 20);
    around.settle(ids);
    heights.set('row 29', 200);
    around.settle(ids);

    expect(scrolled()).toBe(end);
    detach();
  });

  it('is another one as soon as its reader scrolls', () => {
    const end = 30 * 200 - window.innerHeight;
    const { heights, topOf, list, scrollTo } = aList({ scrollY: end });
    const around = new RowWindow({ row: 'row 26', top: topOf('row 26'), scrollY: end });
    const detach = around.attach(list);
    around.settle(ids);

    heights.set('row 29', 180);
    scrollTo(end - 20);
    scrollTo(end - 500);
    const { row = '', top } = around.place();
    heights.set('row 29', 200);
    around.settle(ids);

    expect(row).toBe('row 24');
    expect(topOf(row)).toBe(top);
    detach();
  });
});

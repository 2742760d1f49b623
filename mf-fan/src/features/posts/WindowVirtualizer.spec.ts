import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';

import { WindowVirtualizer } from './WindowVirtualizer';

const ids = Array.from({ length: 30 }, (_, at) => `row ${at}`);
const indexesOf = ({ rows }: ReturnType<WindowVirtualizer['virtualItems']>) =>
  rows.map(({ index }) => index);

afterEach(() => {
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

/** A list of rows 200 pixels high in a scrollable page; jsdom has no layout. */
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

describe('WindowVirtualizer range', () => {
  it('replaces other rows by space of their measured heights', () => {
    const around = new WindowVirtualizer(
      undefined,
      ids.map((id, at) => [id, at < 10 ? 100 : 300] as const),
    );

    const plan = around.virtualItems(ids, { first: 10, last: 20, focused: undefined });

    expect(indexesOf(plan)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(plan.rows[0]?.gapBefore).toBe(10 * 100);
    expect(plan.gapAfter).toBe(10 * 300);
  });

  it('assumes the average height for unmeasured rows', () => {
    const around = new WindowVirtualizer(undefined, [
      ['row 0', 100],
      ['row 1', 300],
    ]);

    expect(around.heightOf('row 7')).toBe(200);
  });

  it('includes the focused row, however far away', () => {
    const around = new WindowVirtualizer(
      undefined,
      ids.map((id) => [id, 100] as const),
    );

    const plan = around.virtualItems(ids, { first: 0, last: 10, focused: 'row 25' });

    expect(indexesOf(plan).at(-1)).toBe(25);
    expect(plan.rows.at(-1)?.gapBefore).toBe(15 * 100);
    expect(plan.gapAfter).toBe(4 * 100);
  });

  it('loads three posts before the first paint', async () => {
    const around = new WindowVirtualizer(undefined);

    const leave = around.attach(document.createElement('div'));
    around.afterRender(ids);
    const atFirst = indexesOf(around.virtualItems(ids, around.range()));
    await waitFor(() => expect(around.range().last).toBeGreaterThanOrEqual(9));
    leave();

    expect(atFirst).toEqual([0, 1, 2]);
  });

  it('adds a row per frame while scrolling, and all rows at once after a jump', async () => {
    const { list, scrollTo } = aList();
    const around = new WindowVirtualizer(undefined);
    const detach = around.attach(list);
    around.afterRender(ids);
    await waitFor(() => expect(around.range().last).toBe(9));
    const seen: number[] = [];
    const stop = around.subscribe(() => seen.push(around.range().last));

    scrollTo(1_000);
    await waitFor(() => {
      around.afterRender(ids);
      expect(around.range().last).toBe(12);
    });
    stop();
    scrollTo(4_000);
    const afterLeap = around.range();
    detach();

    expect(seen).toEqual([10, 11, 12]);
    // The viewport shows rows 20 to 23.
    expect(afterLeap.first).toBeLessThanOrEqual(20);
    expect(afterLeap.last).toBeGreaterThanOrEqual(24);
  });

  it('measures the rendered rows on request when none was measured before', () => {
    const { list, heights } = aList();
    heights.set('row 1', 340);
    const around = new WindowVirtualizer(undefined);
    const leave = around.attach(list);
    around.afterRender(ids);

    expect(new Map(around.measuredHeights()).get('row 1')).toBe(340);
    leave();
  });

  it('starts around the row to restore', () => {
    const around = new WindowVirtualizer({ row: 'row 20', top: 80, scrollY: 2_000 });

    const plan = around.virtualItems(ids, around.range());

    expect(indexesOf(plan)).toContain(20);
    expect(indexesOf(plan)).not.toContain(0);
  });
});

describe('WindowVirtualizer anchor', () => {
  it('does not move when a row above it grows', () => {
    const { heights, topOf, list, scrolled } = aList({ scrollY: 1_000 });
    const around = new WindowVirtualizer(undefined);
    const detach = around.attach(list);
    around.afterRender(ids);
    window.dispatchEvent(new Event('scroll'));
    const { row = '', top } = around.position();

    heights.set('row 1', 450);
    around.afterRender(ids);

    expect(row).toBe('row 6');
    expect(scrolled()).toBe(1_250);
    expect(topOf(row)).toBe(top);
    detach();
  });

  it('does not move when the partly visible row before it grows', () => {
    const { heights, topOf, list } = aList({ scrollY: 1_100 });
    const around = new WindowVirtualizer(undefined);
    const detach = around.attach(list);
    around.afterRender(ids);
    window.dispatchEvent(new Event('scroll'));

    heights.set('row 5', 500);
    around.afterRender(ids);

    expect(topOf('row 6')).toBe(100);
    detach();
  });

  it('is restored when the page is too short for a moment', () => {
    const end = 30 * 200 - window.innerHeight;
    const { heights, topOf, list, scrolled, scrollTo } = aList({ scrollY: end });
    const around = new WindowVirtualizer({ row: 'row 26', top: topOf('row 26'), scrollY: end });
    const detach = around.attach(list);
    around.afterRender(ids);

    heights.set('row 29', 180);
    scrollTo(end - 20);
    around.afterRender(ids);
    heights.set('row 29', 200);
    around.afterRender(ids);

    expect(scrolled()).toBe(end);
    detach();
  });

  it('changes as soon as the reader scrolls', () => {
    const end = 30 * 200 - window.innerHeight;
    const { heights, topOf, list, scrollTo } = aList({ scrollY: end });
    const around = new WindowVirtualizer({ row: 'row 26', top: topOf('row 26'), scrollY: end });
    const detach = around.attach(list);
    around.afterRender(ids);

    heights.set('row 29', 180);
    scrollTo(end - 20);
    scrollTo(end - 500);
    const { row = '', top } = around.position();
    heights.set('row 29', 200);
    around.afterRender(ids);

    expect(row).toBe('row 24');
    expect(topOf(row)).toBe(top);
    detach();
  });
});

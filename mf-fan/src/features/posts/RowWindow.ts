/** What a list remembers of where its reader is: a row, and how far below the screen's top it stands. */
export interface Place {
  row: string | undefined;
  top: number;
  /** How far the page was scrolled, for a place before the first row. */
  scrollY: number;
}

/** The rows that are drawn: those from first up to, but not including, last; and the one with the focus. */
export interface Shown {
  first: number;
  last: number;
  focused: string | undefined;
}

/** Taken for the height of a row while none has been measured. */
const GUESSED_PX = 220;
/** Rows are drawn this many screens around the visible ones, and taken out a little farther away. */
const DRAWN_SCREENS = 0.75;
const KEPT_SCREENS = 1.25;
/** While the screen is full, as many are drawn in a frame, which has time for no more. */
const STEP_ROWS = 1;
/** A first sight has fewer; around the row that is come back to are as many, whatever their heights. */
const LEAST_ROWS = 10;
/** They fill a phone's first screen. The others are drawn when it has been painted, as many at a time. */
const FIRST_ROWS = 3;
/** What lies above this line is behind the top bar. */
const READING_LINE_PX = 60;
/** A row that ends in this part of the screen has been read: the next one is. */
const LEFT_BEHIND = 1 / 4;

/** Takes a step after each paint until one says that it was the last, or the returned function is called. */
function afterEachPaint(step: () => 'more' | 'done'): () => void {
  let frame: number;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        if (step() === 'more') wait();
      });
    });
  };
  wait();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * The part of a long list that is drawn. Rows far from the screen are taken out
 * and their place is held open by their measured heights, so that the page
 * stays as long as it was. Whatever changes above the row that is being read
 * (new rows, a picture that has come, rows taken out) is scrolled away in the
 * same frame: that row does not move.
 */
export class RowWindow {
  private readonly heights: Map<string, number>;
  private heightSum = 0;
  private readonly listeners = new Set<() => void>();
  private list: HTMLElement | undefined;
  private ids: readonly string[] = [];
  private current: Shown;
  private anchor: Place;
  /** The reader is on the way to the place that was kept, or has not left it since. */
  private isReturning: boolean;
  /** The first rows are on their way to the screen: more at once would only keep them back. */
  private isFirstSight: boolean;
  private nextStep: number | undefined;

  constructor(place: Place | undefined, heights: Iterable<readonly [string, number]> = []) {
    this.heights = new Map(heights);
    for (const height of this.heights.values()) this.heightSum += height;
    this.anchor = place ?? { row: undefined, top: 0, scrollY: 0 };
    this.isReturning = place !== undefined;
    this.isFirstSight = place === undefined;
    this.current = { first: 0, last: place ? LEAST_ROWS : FIRST_ROWS, focused: undefined };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly shown = (): Shown => this.current;

  /** Where the reader is. */
  place(): Place {
    return { ...this.anchor, scrollY: window.scrollY };
  }

  /** The heights known, for who comes back later. */
  knownHeights(): [string, number][] {
    return [...this.heights];
  }

  /** Follows what happens to the list's element, until the returned function is called. */
  attach(list: HTMLElement): () => void {
    this.list = list;
    const onScroll = () => {
      this.takeAnchor();
      this.look();
    };
    const onLayout = () => {
      this.measure();
      this.hold();
      this.look();
    };
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
      this.show({ ...this.current, focused: row?.dataset['row'] });
    };
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      // Still drawn for a click on its way; the next look takes it out.
      if (relatedTarget === null) this.current = { ...this.current, focused: undefined };
    };
    // A picture that comes changes a row, another part of the page its length.
    const sizes = new ResizeObserver(onLayout);
    sizes.observe(list);
    sizes.observe(document.body);
    // Of this entry of the history only; the browser knows the page's length too late.
    history.scrollRestoration = 'manual';
    document.documentElement.style.overflowAnchor = 'none';
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onLayout);
    list.addEventListener('focusin', onFocus);
    list.addEventListener('focusout', onBlur);
    const stopDrawing = afterEachPaint(() => this.drawMore());
    return () => {
      stopDrawing();
      if (this.nextStep !== undefined) cancelAnimationFrame(this.nextStep);
      this.nextStep = undefined;
      sizes.disconnect();
      history.scrollRestoration = 'auto';
      document.documentElement.style.overflowAnchor = '';
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onLayout);
      list.removeEventListener('focusin', onFocus);
      list.removeEventListener('focusout', onBlur);
      this.list = undefined;
    };
  }

  /** Draws some more of what belongs to the first sight. */
  private drawMore(): 'more' | 'done' {
    const last = this.current.last + FIRST_ROWS;
    this.isFirstSight &&= last < LEAST_ROWS;
    if (this.isFirstSight) this.show({ ...this.current, last });
    else this.look();
    return this.isFirstSight ? 'more' : 'done';
  }

  /** Takes note of what has just been drawn, before it is painted. */
  settle(ids: readonly string[]): void {
    this.ids = ids;
    // Nothing is being read yet: the browser's own layout is to come first.
    if (this.isFirstSight && this.anchor.row === undefined) return;
    this.measure();
    this.hold();
    // After a leap none of the rows that were drawn was at the reading line.
    if (this.anchor.row === undefined && !this.isReturning) this.takeAnchor();
    this.look();
  }

  /** The rows to draw of these, in order, each with the height to hold open before it; then that after all. */
  plan(ids: readonly string[], { first, last, focused }: Shown) {
    const start = this.startOf(ids, first);
    const end = Math.max(last, start + last - first);
    const rows: { index: number; gapBefore: number }[] = [];
    let gap = 0;
    ids.forEach((id, index) => {
      if ((index >= start && index < end) || id === focused) {
        rows.push({ index, gapBefore: gap });
        gap = 0;
      } else {
        gap += this.heightOf(id);
      }
    });
    return { rows, gapAfter: gap };
  }

  /** Where drawing begins: at the first row that is wanted, or around the one that is come back to. */
  private startOf(ids: readonly string[], first: number): number {
    if (this.isReturning && this.anchor.row !== undefined && this.ids.length === 0) {
      const row = ids.indexOf(this.anchor.row);
      if (row >= 0) return Math.max(0, row - Math.floor(LEAST_ROWS / 2));
    }
    return Math.min(first, Math.max(0, ids.length - LEAST_ROWS));
  }

  /** A row's height as it was when it was last drawn, else the usual one. */
  heightOf(id: string): number {
    return this.heights.get(id) ?? this.usualHeight();
  }

  private usualHeight(): number {
    return this.heights.size === 0 ? GUESSED_PX : this.heightSum / this.heights.size;
  }
  private drawnRows(): HTMLElement[] {
    return [...(this.list?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? [])];
  }

  private measure(): void {
    for (const row of this.drawnRows()) {
      const { height } = row.getBoundingClientRect();
      const id = row.dataset['row'];
      if (id === undefined || height === 0) continue;
      this.heightSum += height - (this.heights.get(id) ?? 0);
      this.heights.set(id, height);
    }
  }

  /** Whether the page has become too short for the anchor: the browser has scrolled it, not its reader. */
  private isCut(): boolean {
    const end = document.documentElement.scrollHeight - window.innerHeight;
    return this.anchor.scrollY >= end + 1 && window.scrollY > end - 1;
  }

  /** Remembers the row that is being read and where it stands: the last one where it ends high up. */
  private takeAnchor(): void {
    if (this.isReturning) {
      // The scrolling may be our own, on the way back.
      if (window.scrollY === this.anchor.scrollY || this.isCut()) return;
      this.isReturning = false;
    }
    const { scrollY } = window;
    this.anchor = { row: undefined, top: 0, scrollY };
    if (!this.list || this.list.getBoundingClientRect().top >= READING_LINE_PX) return;
    const line = READING_LINE_PX + window.innerHeight * LEFT_BEHIND;
    for (const row of this.drawnRows()) {
      const { top, bottom } = row.getBoundingClientRect();
      // After a leap all that is drawn may be far away.
      const isSeen = bottom > READING_LINE_PX && top < window.innerHeight;
      if (isSeen) this.anchor = { row: row.dataset['row'], top, scrollY };
      if (bottom > line) return;
    }
  }

  /** Scrolls so that the anchor's row stands where it stood. */
  private hold(): void {
    const { row: id, top, scrollY } = this.anchor;
    if (id === undefined) {
      if (!this.isReturning || this.ids.length === 0) return;
      if (Math.abs(window.scrollY - scrollY) >= 1) window.scrollTo(0, scrollY);
      this.isReturning = Math.abs(window.scrollY - scrollY) >= 1;
      return;
    }
    const row = this.drawnRows().find(({ dataset }) => dataset['row'] === id);
    if (!row) {
      // Gone from the list: the reader is at whatever stands there now.
      if (this.ids.length > 0 && !this.ids.includes(id)) {
        this.isReturning = false;
        this.takeAnchor();
      }
      return;
    }
    // The reader may have scrolled since, without the event having come yet.
    const wanted = this.isReturning ? top : top - (window.scrollY - scrollY);
    const moved = row.getBoundingClientRect().top - wanted;
    if (Math.abs(moved) >= 1) window.scrollBy(0, moved);
    const stands = row.getBoundingClientRect().top;
    this.anchor = { row: id, top: this.isReturning ? top : stands, scrollY: window.scrollY };
  }

  /** Decides which rows are to be drawn for where the reader is now: those that are missed at once, others soon. */
  private look(): void {
    if (!this.list || this.isFirstSight) return;
    const { first, last, focused } = this.current;
    const seen = this.rowsAround(0);
    if (seen.first >= first && seen.last <= last) {
      this.nextStep ??= requestAnimationFrame(() => this.step());
    } else {
      this.show({ ...this.rowsAround(DRAWN_SCREENS), focused });
    }
  }

  /** Draws some of the rows around the screen that are not drawn yet, once in a frame. */
  private step(): void {
    this.nextStep = undefined;
    const { first, last, focused } = this.current;
    const needed = this.rowsAround(DRAWN_SCREENS);
    if (needed.first >= first && needed.last <= last) return;
    const kept = this.rowsAround(KEPT_SCREENS);
    this.show({
      first: Math.max(Math.min(first, needed.first), kept.first, first - STEP_ROWS),
      last: Math.min(Math.max(last, needed.last), kept.last, last + STEP_ROWS),
      focused,
    });
  }

  /** The rows on the screen and so many screens before and after it. */
  private rowsAround(screens: number): { first: number; last: number } {
    const screen = window.innerHeight;
    const top = -(this.list?.getBoundingClientRect().top ?? 0);
    return this.rowsBetween(top - screen * screens, top + screen * (1 + screens));
  }

  private rowsBetween(from: number, to: number): { first: number; last: number } {
    let first = 0;
    let bottom = 0;
    let last = 0;
    for (const id of this.ids) {
      if (bottom >= to) break;
      bottom += this.heightOf(id);
      last += 1;
      if (bottom < from) first += 1;
    }
    return { first, last };
  }

  private show(next: Shown): void {
    const { first, last, focused } = this.current;
    if (next.first === first && next.last === last && next.focused === focused) return;
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

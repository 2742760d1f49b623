/** A scroll position in a list: a row, and its distance from the top of the viewport in px. */
export interface ScrollPosition {
  row: string | undefined;
  top: number;
  /** `window.scrollY`, used if no row is at the reading line. */
  scrollY: number;
}

/** The rendered rows: from `first` up to, not including, `last`, plus the focused one. */
export interface RenderedRange {
  first: number;
  last: number;
  focused: string | undefined;
}

/** Height of a row while none has been measured. */
const DEFAULT_ROW_PX = 220;
/**
 * Rows are rendered within this many screens of the viewport, and removed a little farther away.
 */
const OVERSCAN_SCREENS = 0.75;
const MAX_OVERSCAN_SCREENS = 1.25;
/** Rows rendered per frame while the viewport is filled; a frame has time for no more. */
const ROWS_PER_FRAME = 1;
/** At least this many rows are rendered, except on the first paint. */
const MIN_ROWS = 10;
/**
 * Enough for a phone's first screen. The others are rendered after each paint, as many at a time.
 */
const INITIAL_ROWS = 3;
/** What is above this line is behind the top bar. */
const READING_LINE_PX = 60;
/**
 * A row that ends in this upper part of the viewport counts as read; the next one is the anchor.
 */
const READ_FRACTION = 1 / 4;

/** Calls `step` after each paint until it returns 'done' or the returned function is called. */
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
 * Renders the visible part of a long list. Rows far from the viewport are replaced by space of
 * their measured height, so that the page keeps its length. When heights above the anchor change,
 * it scrolls in the same frame, so that the anchor row does not move.
 */
export class WindowVirtualizer {
  private readonly heights: Map<string, number>;
  private heightSum = 0;
  private readonly listeners = new Set<() => void>();
  private list: HTMLElement | undefined;
  private ids: readonly string[] = [];
  private current: RenderedRange;
  private anchor: ScrollPosition;
  /** A stored position is being restored, and the reader has not scrolled since. */
  private isRestoring: boolean;
  /** The first rows have not been painted yet: rendering more would delay them. */
  private isInitial: boolean;
  private nextStep: number | undefined;

  constructor(
    position: ScrollPosition | undefined,
    heights: Iterable<readonly [string, number]> = [],
  ) {
    this.heights = new Map(heights);
    for (const height of this.heights.values()) this.heightSum += height;
    this.anchor = position ?? { row: undefined, top: 0, scrollY: 0 };
    this.isRestoring = position !== undefined;
    this.isInitial = position === undefined;
    this.current = { first: 0, last: position ? MIN_ROWS : INITIAL_ROWS, focused: undefined };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly range = (): RenderedRange => this.current;

  /** Returns the current scroll position. */
  position(): ScrollPosition {
    return { ...this.anchor, scrollY: window.scrollY };
  }

  /** Returns the rows' heights, to be stored with the position: of the rendered rows, the current. */
  measuredHeights(): [string, number][] {
    this.measure();
    return [...this.heights];
  }

  /** Observes the list's element until the returned function is called. */
  attach(list: HTMLElement): () => void {
    this.list = list;
    const onScroll = () => {
      this.captureAnchor();
      this.update();
    };
    const onLayout = () => {
      this.measure();
      this.restoreAnchor();
      this.update();
    };
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
      this.setRange({ ...this.current, focused: row?.dataset['row'] });
    };
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      // Stays rendered for a pending click; the next update removes it.
      if (relatedTarget === null) this.current = { ...this.current, focused: undefined };
    };
    // A loaded picture resizes a row; other parts of the page change its length.
    const sizes = new ResizeObserver(onLayout);
    sizes.observe(list);
    sizes.observe(document.body);
    // Applies to the current history entry. The browser would restore before the page has its
    // length.
    history.scrollRestoration = 'manual';
    document.documentElement.style.overflowAnchor = 'none';
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onLayout);
    list.addEventListener('focusin', onFocus);
    list.addEventListener('focusout', onBlur);
    const stopRendering = afterEachPaint(() => this.renderMore());
    return () => {
      stopRendering();
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

  /** Renders more of the initial rows. */
  private renderMore(): 'more' | 'done' {
    const last = this.current.last + INITIAL_ROWS;
    this.isInitial &&= last < MIN_ROWS;
    if (this.isInitial) this.setRange({ ...this.current, last });
    else this.update();
    return this.isInitial ? 'more' : 'done';
  }

  /** Measures the rendered rows before they are painted. */
  afterRender(ids: readonly string[]): void {
    this.ids = ids;
    // Nothing is being read yet, and reading the layout here would delay the first paint.
    if (this.isInitial && this.anchor.row === undefined) return;
    this.measure();
    this.restoreAnchor();
    // After a jump none of the rendered rows was at the reading line.
    if (this.anchor.row === undefined && !this.isRestoring) this.captureAnchor();
    this.update();
  }

  /**
   * Returns the rows to render, each with the height of the gap before it, and the gap after all.
   */
  virtualItems(ids: readonly string[], { first, last, focused }: RenderedRange) {
    const start = this.startIndex(ids, first);
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

  /** Returns the index of the first row to render: `first`, or around the position to restore. */
  private startIndex(ids: readonly string[], first: number): number {
    if (this.isRestoring && this.anchor.row !== undefined && this.ids.length === 0) {
      const row = ids.indexOf(this.anchor.row);
      if (row >= 0) return Math.max(0, row - Math.floor(MIN_ROWS / 2));
    }
    return Math.min(first, Math.max(0, ids.length - MIN_ROWS));
  }

  /** Returns a row's last measured height, or else the average. */
  heightOf(id: string): number {
    return this.heights.get(id) ?? this.averageHeight();
  }

  private averageHeight(): number {
    return this.heights.size === 0 ? DEFAULT_ROW_PX : this.heightSum / this.heights.size;
  }
  private renderedRows(): HTMLElement[] {
    return [...(this.list?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? [])];
  }

  private measure(): void {
    for (const row of this.renderedRows()) {
      const { height } = row.getBoundingClientRect();
      const id = row.dataset['row'];
      if (id === undefined || height === 0) continue;
      this.heightSum += height - (this.heights.get(id) ?? 0);
      this.heights.set(id, height);
    }
  }

  /** The page shrank and the browser clamped scrollY: this scroll event is not user input. */
  private isClamped(): boolean {
    const end = document.documentElement.scrollHeight - window.innerHeight;
    return this.anchor.scrollY >= end + 1 && window.scrollY > end - 1;
  }

  /**
   * Stores the row at the reading line and its offset: the last visible one that starts above it.
   */
  private captureAnchor(): void {
    if (this.isRestoring) {
      // This scroll event may be our own, from restoring.
      if (window.scrollY === this.anchor.scrollY || this.isClamped()) return;
      this.isRestoring = false;
    }
    const { scrollY } = window;
    this.anchor = { row: undefined, top: 0, scrollY };
    if (!this.list || this.list.getBoundingClientRect().top >= READING_LINE_PX) return;
    const line = READING_LINE_PX + window.innerHeight * READ_FRACTION;
    for (const row of this.renderedRows()) {
      const { top, bottom } = row.getBoundingClientRect();
      // After a jump all rendered rows may be outside the viewport.
      const isSeen = bottom > READING_LINE_PX && top < window.innerHeight;
      if (isSeen) this.anchor = { row: row.dataset['row'], top, scrollY };
      if (bottom > line) return;
    }
  }

  /** Scrolls so that the anchor row keeps its offset. */
  private restoreAnchor(): void {
    const { row: id, top, scrollY } = this.anchor;
    if (id === undefined) {
      if (!this.isRestoring || this.ids.length === 0) return;
      if (Math.abs(window.scrollY - scrollY) >= 1) window.scrollTo(0, scrollY);
      this.isRestoring = Math.abs(window.scrollY - scrollY) >= 1;
      return;
    }
    const row = this.renderedRows().find(({ dataset }) => dataset['row'] === id);
    if (!row) {
      // The row was removed from the list: anchor to what is visible now.
      if (this.ids.length > 0 && !this.ids.includes(id)) {
        this.isRestoring = false;
        this.captureAnchor();
      }
      return;
    }
    // The reader may have scrolled before the scroll event fired.
    const wanted = this.isRestoring ? top : top - (window.scrollY - scrollY);
    const moved = row.getBoundingClientRect().top - wanted;
    if (Math.abs(moved) >= 1) window.scrollBy(0, moved);
    const newTop = row.getBoundingClientRect().top;
    this.anchor = { row: id, top: this.isRestoring ? top : newTop, scrollY: window.scrollY };
  }

  /** Updates the rendered range: missing visible rows at once, others in the next frames. */
  private update(): void {
    if (!this.list || this.isInitial) return;
    const { first, last, focused } = this.current;
    const seen = this.rowsAround(0);
    if (seen.first >= first && seen.last <= last) {
      this.nextStep ??= requestAnimationFrame(() => this.step());
    } else {
      this.setRange({ ...this.rowsAround(OVERSCAN_SCREENS), focused });
    }
  }

  /** Renders the next missing rows around the viewport, once per frame. */
  private step(): void {
    this.nextStep = undefined;
    const { first, last, focused } = this.current;
    const needed = this.rowsAround(OVERSCAN_SCREENS);
    if (needed.first >= first && needed.last <= last) return;
    const limits = this.rowsAround(MAX_OVERSCAN_SCREENS);
    this.setRange({
      first: Math.max(Math.min(first, needed.first), limits.first, first - ROWS_PER_FRAME),
      last: Math.min(Math.max(last, needed.last), limits.last, last + ROWS_PER_FRAME),
      focused,
    });
  }

  /** Returns the rows in the viewport and in as many screens before and after it. */
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

  private setRange(next: RenderedRange): void {
    const { first, last, focused } = this.current;
    if (next.first === first && next.last === last && next.focused === focused) return;
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

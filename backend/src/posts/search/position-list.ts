import type { Position } from '../../common/http/cursors.js';

/** Positions read at once: few where a list is only looked up here and there, many where it is walked. */
const READ_SIZE = { min: 64, max: 1_000 } as const;
/** What one read costs beside its positions. */
const READ_COST = 100;
/**
 * A search reads so many positions of all lists; it then ends before its page is full. Two common
 * words that never meet take 200 ms at most with them.
 */
const MAX_COST = 12_000;

/** Reads positions from one on, newest first; without the position itself where `isAfter`. */
export type ReadPositions = (
  size: number,
  from: Position | undefined,
  isAfter: boolean,
) => Promise<Position[]>;

/** What the lists of one search may still read together. */
export class ReadBudget {
  private left = MAX_COST;

  get isSpent(): boolean {
    return this.left <= 0;
  }

  spend(positions: number): void {
    this.left -= positions + READ_COST;
  }
}

/** The posts with one key, newest first; only parts that a search needs are read. */
export class PositionList {
  private positions: Position[] = [];
  private next = 0;
  private isRead = false;
  private readSize: number = READ_SIZE.min;
  /** Answers from the present positions. */
  private answers = 0;

  constructor(
    private readonly read: ReadPositions,
    private readonly budget: ReadBudget,
  ) {}

  /** How many positions are left, as far as it is known. */
  get length(): number {
    return this.isRead ? this.positions.length - this.next : Number.POSITIVE_INFINITY;
  }

  /**
   * Returns the newest position that is not newer than one.
   *
   * @param isAfter whether it must be older
   */
  async seek(from: Position | undefined, isAfter: boolean): Promise<Position | undefined> {
    for (;;) {
      const found = this.skipTo(from, isAfter);
      if (found || this.isRead) return found;
      await this.refill(from, isAfter);
    }
  }

  private skipTo(from: Position | undefined, isAfter: boolean): Position | undefined {
    for (; this.next < this.positions.length; this.next += 1) {
      const position = this.positions[this.next];
      if (!position) return undefined;
      const order = from ? compareAge(position, from) : 1;
      if (order < 0 || (order === 0 && isAfter)) continue;
      this.answers += 1;
      return position;
    }
    return undefined;
  }

  private async refill(from: Position | undefined, isAfter: boolean): Promise<void> {
    const isWalked = this.answers * 8 >= this.positions.length && this.positions.length > 0;
    this.readSize = isWalked ? Math.min(this.readSize * 4, READ_SIZE.max) : READ_SIZE.min;
    this.positions = await this.read(this.readSize, from, isAfter);
    this.isRead = this.positions.length < this.readSize;
    this.next = 0;
    this.answers = 0;
    this.budget.spend(this.positions.length);
  }
}

/** Where an intersection ended before the end of its lists: everything up to there is decided. */
export interface Cut {
  at?: Position;
}

/**
 * Yields the positions that are in all lists, newest first. Each list skips to the oldest position
 * that another one offers, so a rare key bounds what is read of common ones.
 *
 * @param cut is set where the budget ends it early
 */
export async function* intersect(
  lists: readonly PositionList[],
  after: Position | undefined,
  budget: ReadBudget,
  cut: Cut,
): AsyncGenerator<Position> {
  await Promise.all(lists.map((list) => list.seek(after, true)));
  const [rarest, ...others] = lists.toSorted((one, other) => one.length - other.length);
  let candidate = await rarest?.seek(after, true);
  while (rarest && candidate) {
    const met = await meet(others, candidate);
    if (!met) return;
    const isInAll = compareAge(met, candidate) === 0;
    if (isInAll) yield candidate;
    if (budget.isSpent) {
      cut.at = candidate;
      return;
    }
    candidate = await rarest.seek(met, isInAll);
  }
}

/** The candidate where it is in all lists, else an older position that the next candidate cannot be newer than. */
async function meet(
  lists: readonly PositionList[],
  candidate: Position,
): Promise<Position | undefined> {
  for (const list of lists) {
    const found = await list.seek(candidate, false);
    if (!found || compareAge(found, candidate) !== 0) return found;
  }
  return candidate;
}

/** Positive where the first position is older. */
function compareAge(one: Position, other: Position): number {
  const apart = other.at.getTime() - one.at.getTime();
  if (apart !== 0) return apart;
  return one.id === other.id ? 0 : one.id < other.id ? 1 : -1;
}

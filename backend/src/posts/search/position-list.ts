import type { Position } from '../../common/http/cursors.js';

/** Positions per read: few if a list is only probed, many if it is scanned. */
const READ_SIZE = { min: 64, max: 1_000 } as const;
/** Fixed cost of a read, in positions. */
const READ_COST = 100;
/**
 * Budget of a search over all lists; beyond it the page ends early. Two common words without a
 * common post take at most 200 ms.
 */
const MAX_COST = 12_000;

/** Reads positions from a given one on, newest first; excludes it if `isAfter`. */
export type ReadPositions = (
  size: number,
  from: Position | undefined,
  isAfter: boolean,
) => Promise<Position[]>;

/** The remaining read budget of one search. */
export class ReadBudget {
  private left = MAX_COST;

  get isSpent(): boolean {
    return this.left <= 0;
  }

  spend(positions: number): void {
    this.left -= positions + READ_COST;
  }
}

/** Posts with one key, newest first; reads only the parts that a search needs. */
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

  /** Number of remaining positions, as far as known. */
  get length(): number {
    return this.isRead ? this.positions.length - this.next : Number.POSITIVE_INFINITY;
  }

  /**
   * Returns the newest position that is not newer than `from`.
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

/** Position at which an intersection ended early; all posts up to it are decided. */
export interface Cut {
  at?: Position;
}

/**
 * Yields the positions that are in all lists, newest first. Each list skips to the oldest candidate
 * of the others, so a rare key bounds the reads of common ones.
 *
 * @param cut is set if the budget ends it early
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
    const met = await findCommon(others, candidate);
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

/**
 * Returns the candidate if it is in all lists, else an older position that bounds the next
 * candidate.
 */
async function findCommon(
  lists: readonly PositionList[],
  candidate: Position,
): Promise<Position | undefined> {
  for (const list of lists) {
    const found = await list.seek(candidate, false);
    if (!found || compareAge(found, candidate) !== 0) return found;
  }
  return candidate;
}

/** Positive if the first position is older. */
function compareAge(one: Position, other: Position): number {
  const apart = other.at.getTime() - one.at.getTime();
  if (apart !== 0) return apart;
  return one.id === other.id ? 0 : one.id < other.id ? 1 : -1;
}

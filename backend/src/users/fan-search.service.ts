import { Injectable } from '@nestjs/common';
import type { FanSummary } from '@kickoff/contracts';

import { searchRanges, toSearchKeys } from '../common/text/search-keys.js';
import { toFanSummary } from './user.view.js';
import { lookUpKeys } from './username-key.js';
import { UsersRepository } from './users.repository.js';

/**
 * A fan with several matching words is found several times; a page skips at most this many repeats.
 */
const MAX_READ = 1_000;

interface KeyRange {
  from: string;
  before: string;
}

/**
 * Position after which a page starts: the search key of the last fan, and how many fans with it
 * came before.
 */
interface FanPlace {
  key: string;
  passed: number;
}

/** Finds fans by prefixes of their names or of later words in them, page by page. */
@Injectable()
export class FanSearchService {
  constructor(private readonly repository: UsersRepository) {}

  /**
   * Returns a page: matches of names first, and the exact spelling before all others.
   *
   * @param after `next` of the previous page
   */
  async page(
    text: string,
    except: ReadonlySet<string>,
    size: number,
    after?: string,
  ): Promise<{ fans: FanSummary[]; next?: string }> {
    const ranges = searchRanges(text);
    if (ranges.length === 0) return { fans: [] };
    const place = after === undefined ? undefined : toPlace(after);
    const exact = await this.findExact(text, except);
    const room = exact && !place ? size - 1 : size;

    const { rows, isCut } = await this.read(ranges, place, except, room);
    const others = rows.filter(({ fan }) => !exact || fan._id !== exact._id);
    const shown = others.slice(0, room);
    const first = exact && !place ? [exact] : [];
    const end = shown.at(-1);
    const isLast = others.length === shown.length && !isCut;
    // The exact match may fill the page alone: the next one starts at the beginning.
    const hasPlace = end !== undefined || (exact !== undefined && !place);
    return {
      fans: [...first, ...shown.map(({ fan }) => fan)].map(toFanSummary),
      ...(isLast || !hasPlace
        ? {}
        : { next: encodePlace(place, rows, end ? rows.indexOf(end) : -1) }),
    };
  }

  /** Reads the fans after a position, one more than the page size if there are as many. */
  private async read(
    ranges: readonly KeyRange[],
    place: FanPlace | undefined,
    except: ReadonlySet<string>,
    room: number,
  ) {
    const open = place ? rangesFrom(ranges, place.key) : ranges;
    // One extra for the exact match, which is skipped, and one to detect a next page.
    const wanted = room + 2;
    for (let size = wanted + (place?.passed ?? 0); ; size *= 4) {
      const { fans, isCut } = await this.repository.findByKeys(open, except, size);
      const all = fans.map((fan) => ({ fan, key: firstKey(fan.username, ranges) }));
      const rows = place ? rowsAfter(all, place) : all;
      if (rows.length >= wanted || !isCut || size >= MAX_READ) return { rows, isCut };
    }
  }

  private async findExact(text: string, except: ReadonlySet<string>) {
    const exact = await this.repository.findByUsername(lookUpKeys(text));
    return exact && !except.has(exact._id) ? exact : undefined;
  }
}

/** The first of a name's keys in list order: the one that the name is found by. */
function firstKey(username: string, ranges: readonly KeyRange[]): string {
  const keys = toSearchKeys(username).filter((key) =>
    ranges.some(({ from, before }) => key >= from && key < before),
  );
  return keys.sort()[0] ?? '';
}

/** The rest of the ranges from a key on. */
function rangesFrom(ranges: readonly KeyRange[], key: string): KeyRange[] {
  return ranges
    .filter(({ before }) => before > key)
    .map(({ from, before }) => ({ from: from > key ? from : key, before }));
}

/** Skips fans found before, by an earlier key or among those with the same key. */
function rowsAfter<Row extends { key: string }>(rows: readonly Row[], place: FanPlace): Row[] {
  const same = rows.filter(({ key }) => key === place.key);
  const later = rows.filter(({ key }) => key > place.key);
  return [...same.slice(place.passed), ...later];
}

function encodePlace(
  before: FanPlace | undefined,
  rows: readonly { key: string }[],
  last: number,
): string {
  const key = rows[last]?.key ?? '';
  const passed = rows.slice(0, last + 1).filter((row) => row.key === key).length;
  const earlier = before?.key === key ? before.passed : 0;
  return `${passed + earlier} ${key}`;
}

function toPlace(text: string): FanPlace {
  const end = text.indexOf(' ');
  return { passed: Number(text.slice(0, end)), key: text.slice(end + 1) };
}

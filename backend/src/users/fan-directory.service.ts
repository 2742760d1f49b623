import {
  type AdminFanRow,
  type AdminFansQuery,
  codePointLength,
  FAN_SORTS,
  type FanFilter,
  SEARCH_LENGTH,
} from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { NotFound } from '../common/errors/coded-errors.js';
import { Cursors } from '../common/http/cursors.js';
import { type Page, withinBytes } from '../common/http/page.js';
import { spellingsOf } from '../common/text/fan-search-suffixes.js';
import { suffixPatterns } from '../common/text/search-suffixes.js';
import { Clock } from '../common/time/clock.js';
import { CountersService } from '../counters/counters.service.js';
import {
  type FanCriteria,
  FanDirectoryRepository,
  type FanOrder,
  type FanPosition,
  type RowFields,
} from './fan-directory.repository.js';
import { type FanRecord, toFanRecord, toFanRow } from './fan-directory.view.js';

/** Page size for clients that send no `limit`. */
const UNPAGED = 1000;
/** Batch size for reading all rows. */
const BATCH = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The fans that an admin selects: by the filters of the list, or from reports by id. */
export type FanSelection = Omit<FanFilter, 'reported'> & { among?: readonly string[] };

type Sort = AdminFansQuery['sort'];

const EncodedPosition = z.tuple([
  z.union([z.string(), z.number(), z.null()]),
  z.string().regex(/^[0-9a-f]{24}$/),
]);

/** Finds fans for admins: the list with its orders and filters, and the record of one fan. */
@Injectable()
export class FanDirectory {
  constructor(
    private readonly repository: FanDirectoryRepository,
    private readonly counters: CountersService,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** Returns one page of the selected fans, and their number. */
  async page(
    selection: FanSelection,
    { sort, limit = UNPAGED, cursor }: Pick<AdminFansQuery, 'sort' | 'limit' | 'cursor'>,
  ): Promise<Page<AdminFanRow> & { total: number }> {
    const order = parseSort(sort);
    const list = `fans:${sort}`;
    const after =
      cursor === undefined
        ? undefined
        : decodePosition(order, this.cursors.decodeText(list, cursor));
    const criteria = this.toCriteria(selection);
    if (!criteria) return { items: [], total: 0 };

    const now = this.clock.now();
    const [total, found] = await Promise.all([
      this.count(criteria, now),
      this.repository.findPage(criteria, order, limit + 1, now, after),
    ]);
    const items = withinBytes(found.slice(0, limit).map((fan) => toFanRow(fan, now)));
    const last = found[items.length - 1];
    return {
      total,
      items,
      ...(found.length > items.length && last
        ? { next: this.cursors.encodeText(list, encodePosition(order, last)) }
        : {}),
    };
  }

  /** Counts the selected fans. */
  async total(selection: FanSelection): Promise<number> {
    const criteria = this.toCriteria(selection);
    return criteria ? this.count(criteria, this.clock.now()) : 0;
  }

  /** Iterates over the selected fans in order, read in batches. */
  async *all(selection: FanSelection, sort: Sort): AsyncGenerator<AdminFanRow> {
    const criteria = this.toCriteria(selection);
    if (!criteria) return;
    const order = parseSort(sort);
    const now = this.clock.now();
    let after: FanPosition | undefined;
    do {
      const fans = await this.repository.findPage(criteria, order, BATCH, now, after);
      for (const fan of fans) yield toFanRow(fan, now);
      const last = fans.length === BATCH ? fans.at(-1) : undefined;
      after = last && { value: sortValue(order, last), id: last._id };
    } while (after);
  }

  /** Returns one fan by either id: the database id, or the registration number. */
  async record(id: string): Promise<FanRecord> {
    const fan = await this.repository.find(
      /^\d{4,9}$/.test(id) ? { userId: Number(id) } : { _id: id },
    );
    if (!fan) throw new NotFound('fan');
    return toFanRecord(fan, this.clock.now());
  }

  /** Returns one fan as a row of the list. */
  async row(id: string): Promise<AdminFanRow> {
    const fan = await this.repository.find({ _id: id });
    if (!fan) throw new NotFound('fan');
    return toFanRow(fan, this.clock.now());
  }

  /** Without a filter the stored total is used. */
  private async count(criteria: FanCriteria, now: Date): Promise<number> {
    if (Object.keys(criteria).length > 0) return this.repository.count(criteria, now);
    return (await this.counters.totalWithChange('users', 1)).total;
  }

  /** The database filter; undefined if it can match no fan. */
  private toCriteria(selection: FanSelection): FanCriteria | undefined {
    const { q, status, joinedFrom, joinedTo, lastSeenDays, hasPosts, among } = selection;
    const part = q?.trim() ?? '';
    if (part !== '' && codePointLength(part) < SEARCH_LENGTH.min) return undefined;
    const seenFrom = lastSeenDays && new Date(this.clock.now().getTime() - lastSeenDays * DAY_MS);
    return {
      ...(part === '' ? {} : { foundBy: suffixPatterns(spellingsOf(part)) }),
      ...(status ? { status } : {}),
      ...(joinedFrom ? { joinedFrom } : {}),
      ...(joinedTo ? { joinedBefore: joinedTo } : {}),
      ...(seenFrom ? { seenFrom } : {}),
      ...(hasPosts === undefined ? {} : { hasPosts }),
      ...(among ? { among } : {}),
    };
  }
}

function parseSort(sort: Sort): FanOrder {
  const by = FAN_SORTS.find((name) => sort === name || sort === `-${name}`);
  if (!by) throw new Error('The contract lets no other order pass');
  return { by, direction: sort.startsWith('-') ? -1 : 1 };
}

function sortValue({ by }: FanOrder, fan: RowFields): FanPosition['value'] {
  if (by === 'username') return fan.usernameKey;
  if (by === 'postsCount') return fan.counts.posts;
  return fan[by] ?? null;
}

/** Encodes a position for a cursor; times are numbers. */
function encodePosition(order: FanOrder, fan: RowFields): string {
  const value = sortValue(order, fan);
  return JSON.stringify([value instanceof Date ? value.getTime() : value, fan._id]);
}

function decodePosition({ by }: FanOrder, text: string): FanPosition {
  const [value, id] = EncodedPosition.parse(JSON.parse(text));
  const isTime = by === 'createdAt' || by === 'lastSeenAt';
  return {
    value: isTime && typeof value === 'number' ? new Date(value) : value,
    id,
  };
}

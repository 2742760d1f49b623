import { createHmac, timingSafeEqual } from 'node:crypto';

import { Inject, Injectable } from '@nestjs/common';

import { KEYS } from '../config/config.module.js';
import type { Keys } from '../config/keys.js';
import { InvalidInput } from '../errors/coded-errors.js';
import type { Page } from './page.js';

/** Position in a list sorted by time and id, after which the next page starts. */
export interface Position {
  at: Date;
  id: string;
}

/** The position of a row, or of its response, in a list by `createdAt`. */
export function positionOf({
  _id: id,
  createdAt,
}: {
  _id: string;
  createdAt: Date | string;
}): Position {
  return { at: new Date(createdAt), id };
}

/** Opaque, signed cursors. A cursor is valid for one list only. */
@Injectable()
export class Cursors {
  constructor(@Inject(KEYS) private readonly keys: Keys) {}

  encode(list: string, position: Position): string {
    const body = `${position.at.getTime().toString(36)}.${position.id}`;
    return `${body}.${this.sign(list, body)}`;
  }

  decode(list: string, cursor: string): Position;
  decode(list: string, cursor: string | undefined): Position | undefined;
  decode(list: string, cursor: string | undefined): Position | undefined {
    if (cursor === undefined) return undefined;
    const [time = '', id = '', ...more] = this.verified(list, cursor).split('.');
    if (more.length > 0) throw new InvalidInput('cursor is not valid');
    return { at: new Date(Number.parseInt(time, 36)), id };
  }

  /** Returns a page; `next` encodes the position of its last row, and the last page has none. */
  toPage<Item>(list: string, items: Item[], last: Position | undefined): Page<Item> {
    return { items, ...(last ? { next: this.encode(list, last) } : {}) };
  }

  /** Encodes a position as text, for a list that is not sorted by time. */
  encodeText(list: string, place: string): string {
    const body = Buffer.from(place).toString('base64url');
    return `${body}.${this.sign(list, body)}`;
  }

  decodeText(list: string, cursor: string): string {
    return Buffer.from(this.verified(list, cursor), 'base64url').toString();
  }

  /** Returns the signed text; throws for an invalid signature. */
  private verified(list: string, cursor: string): string {
    const end = cursor.lastIndexOf('.');
    const body = cursor.slice(0, Math.max(end, 0));
    const expected = Buffer.from(this.sign(list, body));
    const given = Buffer.from(cursor.slice(end + 1));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new InvalidInput('cursor is not valid');
    }
    return body;
  }

  private sign(list: string, body: string): string {
    return createHmac('sha256', this.keys.cursor)
      .update(`${list}|${body}`)
      .digest('base64url')
      .slice(0, 22);
  }
}

import type { Readable } from 'node:stream';

import { Injectable } from '@nestjs/common';

import { contentTypeOf } from './content-type.js';
import { MediaStore } from './store/media-store.js';

/** A kept copy, to be sent. */
export interface MediaCopy {
  type: string;
  read: () => Promise<Readable>;
}

/** Tells which of these holders are still there. */
type Presence = (holders: readonly string[]) => Promise<readonly string[]>;

/**
 * Owns second copies of stored files: a holder, such as a case before the
 * admins, keeps them whatever becomes of the first. No address leads to them;
 * who may see one, the holder's feature decides. They are nobody's room.
 */
@Injectable()
export class MediaCopies {
  private presence?: Presence;

  constructor(private readonly store: MediaStore) {}

  /** Keeps copies of files, named as behind /api/uploads/. What is gone by now is left out; may be done again. */
  async keep(holder: string, paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.store.copy(path, holder);
  }

  /** A kept copy; undefined where there is none. */
  async find(holder: string, path: string): Promise<MediaCopy | undefined> {
    const found = await this.store.findCopy(path, holder);
    if (found === undefined) return undefined;
    return { type: contentTypeOf(found.form), read: () => found.read() };
  }

  /** Takes away what these holders keep. */
  async discard(holders: readonly string[]): Promise<void> {
    for (const holder of holders) await this.store.removeCopies(holder);
  }

  /** Lets a feature say, at the start, which holders are still there. */
  tellPresence(presence: Presence): void {
    this.presence = presence;
  }

  /** Holders of copies that are gone. */
  async *orphans(): AsyncGenerator<string> {
    if (!this.presence) return;
    for await (const holders of this.store.holders()) {
      const present = new Set(await this.presence(holders));
      yield* holders.filter((holder) => !present.has(holder));
    }
  }
}

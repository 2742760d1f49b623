import type { Readable } from 'node:stream';

import { Injectable } from '@nestjs/common';

import { detectContentType } from './content-type.js';
import { MediaStore } from './store/media-store.js';

/** A stored copy. */
export interface MediaCopy {
  type: string;
  read: () => Promise<Readable>;
}

/** Returns which of these holders still exist. */
type HolderLookup = (holders: readonly string[]) => Promise<readonly string[]>;

/**
 * Second copies of stored files. A holder, such as a report case, retains them after the original
 * is deleted. No address serves them, and they do not count towards a quota.
 */
@Injectable()
export class MediaCopies {
  private findPresent?: HolderLookup;

  constructor(private readonly store: MediaStore) {}

  /** Copies files by their path below /api/uploads/. Missing files are skipped; idempotent. */
  async copy(holder: string, paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.store.copy(path, holder);
  }

  /** Finds a copy. */
  async find(holder: string, path: string): Promise<MediaCopy | undefined> {
    const found = await this.store.findCopy(path, holder);
    if (found === undefined) return undefined;
    return { type: detectContentType(found.fileName), read: () => found.read() };
  }

  /** Removes the copies of these holders. */
  async discard(holders: readonly string[]): Promise<void> {
    for (const holder of holders) await this.store.removeCopies(holder);
  }

  /** Registers the lookup of existing holders, at the start. */
  registerHolders(lookup: HolderLookup): void {
    this.findPresent = lookup;
  }

  /** Finds holders that no longer exist. */
  async *findOrphans(): AsyncGenerator<string> {
    if (!this.findPresent) return;
    for await (const holders of this.store.holders()) {
      const present = new Set(await this.findPresent(holders));
      yield* holders.filter((holder) => !present.has(holder));
    }
  }
}

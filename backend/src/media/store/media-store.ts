import type { Readable } from 'node:stream';

import { Unavailable } from '../../common/errors/coded-errors.js';
import type { ByteRange } from '../byte-range.js';
import type { MediaFolder } from '../media-file.schema.js';
import type { ImageWidth } from './stored-names.js';

/** A finished file on this machine's disk, to be stored: the original or a rendition. */
export interface Rendition {
  path: string;
  width?: ImageWidth;
}

/** A stored file that was found. */
export interface StoredFile {
  /** The name of the file found: of the rendition only if it was requested and exists. */
  readonly fileName: string;
  readonly bytes: number;
  /** Reads a part, or all by default. Throws `NotFound` if the file was deleted since. */
  read(part?: ByteRange): Promise<Readable>;
}

/**
 * Storage of uploaded files: the original under its name, renditions of an image beside it. Methods
 * throw `Unavailable` if the store is.
 */
export abstract class MediaStore {
  /** Throws at the start if nothing could be stored, with the remedy. */
  abstract requireReady(): Promise<void>;
  /** Stores a file with its renditions, all or nothing. Moves the files at `path`. */
  abstract place(
    folder: MediaFolder,
    name: string,
    renditions: readonly Rendition[],
  ): Promise<void>;
  /** Deletes files with all renditions, including hidden ones; idempotent. */
  abstract delete(folder: MediaFolder, names: readonly string[]): Promise<void>;
  /** Hides files with all renditions; idempotent. */
  abstract hide(folder: MediaFolder, names: readonly string[]): Promise<void>;
  /** Unhides files; idempotent. */
  abstract unhide(folder: MediaFolder, names: readonly string[]): Promise<void>;
  /** Finds a file, in the rendition of a width if it exists; undefined for unknown names. */
  abstract find(
    folder: MediaFolder,
    name: string,
    width?: ImageWidth,
  ): Promise<StoredFile | undefined>;
  /**
   * Iterates over the names of all stored files, by folder and in batches; hidden ones count as of
   * posts.
   */
  abstract names(): AsyncIterable<{ folder: MediaFolder; names: string[] }>;
  /** Copies a file for a holder; a missing file is skipped. */
  abstract copy(path: string, holder: string): Promise<void>;
  abstract findCopy(path: string, holder: string): Promise<StoredFile | undefined>;
  /** Deletes all copies of a holder; idempotent. */
  abstract deleteCopies(holder: string): Promise<void>;
  /** Iterates over the holders of copies, in batches. */
  abstract holders(): AsyncIterable<string[]>;

  /** Reports to the cleanup job that orphans remain. */
  protected reportOrphans: () => void = () => undefined;

  /** Registers the cleanup job. */
  onOrphans(listener: () => void): void {
    this.reportOrphans = listener;
  }

  /** Deletes files, or leaves them to the cleanup job if the store is unavailable. */
  remove(folder: MediaFolder, names: readonly string[]): Promise<void> {
    return this.orReportOrphans(() => this.delete(folder, names));
  }

  /** Deletes copies, or leaves them to the cleanup job if the store is unavailable. */
  removeCopies(holder: string): Promise<void> {
    return this.orReportOrphans(() => this.deleteCopies(holder));
  }

  private async orReportOrphans(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      this.reportOrphans();
    }
  }
}

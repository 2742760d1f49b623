import type { Readable } from 'node:stream';

import { Unavailable } from '../../common/errors/coded-errors.js';
import type { Part } from '../byte-range.js';
import type { MediaFolder } from '../media-file.schema.js';
import type { ImageWidth } from './stored-names.js';

/** A finished file on this machine's disk that waits for its place: the whole one or a smaller form. */
export interface FinishedForm {
  path: string;
  width?: ImageWidth;
}

/** A stored file that was found. */
export interface StoredFile {
  /** The name of what was found: of the smaller form only where one was asked for and is there. */
  readonly form: string;
  readonly bytes: number;
  /** A part of it, else all; says `NotFound` where it has gone since it was found. */
  read(part?: Part): Promise<Readable>;
}

/**
 * Owns where stored files lie: the whole file under its name, smaller forms of
 * an image beside it. Where the place is away, its methods say `Unavailable`.
 */
export abstract class MediaStore {
  /** Refuses the start where nothing could be stored, with the cure. */
  abstract requireReady(): Promise<void>;
  /** Puts a finished file with its smaller forms into place, all or nothing; those at `path` may be moved away. */
  abstract place(folder: MediaFolder, name: string, forms: readonly FinishedForm[]): Promise<void>;
  /**
   * Takes files away with all their forms, also those out of sight. Where that
   * cannot be done now, it tells `whenLeft`: by then they are nobody's.
   */
  abstract remove(folder: MediaFolder, names: readonly string[]): Promise<void>;
  /** Moves files with all their forms to where none is looked for; may be done again. */
  abstract withhold(folder: MediaFolder, names: readonly string[]): Promise<void>;
  /** Moves files back; may be done again. */
  abstract release(folder: MediaFolder, names: readonly string[]): Promise<void>;
  /** A file, in its smaller form where it has one; nothing for a name that is not ours. */
  abstract find(
    folder: MediaFolder,
    name: string,
    width?: ImageWidth,
  ): Promise<StoredFile | undefined>;
  /** The names of all files of ours, folder by folder and some at a time; those out of sight as of the posts. */
  abstract names(): AsyncIterable<{ folder: MediaFolder; names: string[] }>;
  /** Keeps a second copy of a whole file for a holder; what is gone by now is left out. */
  abstract copy(path: string, holder: string): Promise<void>;
  abstract findCopy(path: string, holder: string): Promise<StoredFile | undefined>;
  /** Takes all copies of a holder away, or tells `whenLeft`. */
  abstract removeCopies(holder: string): Promise<void>;
  /** All who keep copies, some at a time. */
  abstract holders(): AsyncIterable<string[]>;

  /** Tells the sweep that something stayed behind that is nobody's. */
  protected tellLeft: () => void = () => undefined;

  /** Lets the sweep hear of it. */
  whenLeft(listener: () => void): void {
    this.tellLeft = listener;
  }

  /** What a store that is away keeps is nobody's, and goes when the sweep comes back. */
  protected async orLeave(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      this.tellLeft();
    }
  }
}

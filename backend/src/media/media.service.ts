import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

import { Injectable, Logger } from '@nestjs/common';

import { TooLarge } from '../common/errors/coded-errors.js';
import {
  type Accepted,
  type ContentKind,
  isVideo,
  kindOf,
  unsupported,
} from '../common/files/content-kind.js';
import { type IncomingFile, IncomingFiles } from '../common/http/incoming-files.js';
import { PROCESS_MARK } from '../common/process/process-mark.js';
import { Clock } from '../common/time/clock.js';
import { Images } from './formats/images.js';
import { cleanMp4 } from './formats/mp4.js';
import { cleanWebm } from './formats/webm.js';
import type { MediaFolder } from './media-file.schema.js';
import { MediaRepository } from './media.repository.js';
import { type Rendition, MediaStore } from './store/media-store.js';

/** Quota of one fan (SECURITY-BAR §5). */
const FAN_QUOTA_BYTES = 500 * 1024 * 1024;

/** In the past for every clock: a released file is not waited for. */
const RELEASED_AT = new Date(0);

/** Files deleted per step. */
const BATCH = 100;

/** A file as it was stored; its name is unguessable. */
export interface StoredMedia {
  name: string;
  kind: 'image' | 'video';
  /** With all its renditions. */
  bytes: number;
  /** Displayed size of an image. */
  size?: { width: number; height: number };
  /** Duration of a video in seconds, if known. */
  duration?: number;
}

interface Prepared extends Omit<StoredMedia, 'name'> {
  extension: 'webp' | 'mp4' | 'webm';
  renditions: Rendition[];
}

/** A stored file in its owner's copy of everything. */
export interface OwnFile {
  /** As behind /api/uploads/. */
  path: string;
  read: () => Promise<Readable>;
}

/** Returns which of these names are in use by records of a feature. */
type UsageLookup = (names: readonly string[]) => Promise<readonly string[]>;

/**
 * Uploaded files from arrival to deletion: their kind by their bytes, re-encoding without metadata,
 * and each fan's quota. The features know which record a file belongs to.
 */
@Injectable()
export class MediaService {
  private readonly logger = new Logger(MediaService.name);
  private readonly usageLookups = new Map<MediaFolder, UsageLookup>();

  constructor(
    private readonly repository: MediaRepository,
    private readonly mediaStore: MediaStore,
    private readonly images: Images,
    private readonly incoming: IncomingFiles,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks, re-encodes and stores a file of a form. Until it is confirmed it counts as an orphan
   * once its process has ended. Moves the file at `path`.
   */
  async store(
    file: IncomingFile,
    to: { folder: MediaFolder; accept: Accepted; ownerId: string },
  ): Promise<StoredMedia> {
    const kind = await this.incoming.storing(() => kindOf(file.path));
    requireAccepted(kind, to.accept);
    const { extension, renditions, ...facts } = await this.prepare(kind, file);
    const name = `${randomBytes(16).toString('hex')}.${extension}`;
    try {
      await this.storeWithinQuota(name, to, facts.bytes, renditions);
    } finally {
      await this.incoming.remove(renditions.map(({ path }) => path));
    }
    this.logger.log({ event: 'media_stored', kind, bytes: facts.bytes, fanId: to.ownerId });
    return { name, ...facts };
  }

  /** Call once the record that names these files is written. */
  async confirm(names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.repository.confirm(names);
  }

  /**
   * Call in the transaction that replaces these files: if they are not discarded after it, the
   * cleanup job deletes them.
   */
  release(names: readonly string[]): Promise<void> {
    return this.repository.release(names, { since: RELEASED_AT, by: PROCESS_MARK });
  }

  /** Deletes files permanently and subtracts them from their owner's usage. */
  async discard(folder: MediaFolder, names: readonly string[]): Promise<void> {
    for (let start = 0; start < names.length; start += BATCH) {
      const some = names.slice(start, start + BATCH);
      // The row first: a file without a row is cleaned up, a row without a file would be requested.
      await this.repository.remove(some);
      await this.mediaStore.remove(folder, some);
    }
  }

  /** Hides files; idempotent. */
  hide(folder: MediaFolder, names: readonly string[]): Promise<void> {
    return this.mediaStore.hide(folder, names);
  }

  /** Makes hidden files public again; idempotent. */
  unhide(folder: MediaFolder, names: readonly string[]): Promise<void> {
    return this.mediaStore.unhide(folder, names);
  }

  /** Registers, at the start, the lookup of which files of its folder a feature's records name. */
  registerUsage(folder: MediaFolder, findUsed: UsageLookup): void {
    this.usageLookups.set(folder, findUsed);
  }

  /** Returns which of these files are in use; empty if the folder has no registered feature yet. */
  async findInUse(folder: MediaFolder, names: readonly string[]): Promise<Set<string> | undefined> {
    const findUsed = this.usageLookups.get(folder);
    return findUsed && new Set(await findUsed(names));
  }

  /** Yields all original files of a fan for the data export. */
  async *exportOf(fanId: string): AsyncIterable<OwnFile> {
    let last: string | undefined;
    do {
      const files = await this.repository.findByOwner(fanId, BATCH, last);
      for (const { folder, _id } of files) {
        const file = await this.mediaStore.find(folder, _id);
        if (file === undefined) continue;
        yield {
          path: folder === '' ? _id : `${folder}/${_id}`,
          read: () => file.read(),
        };
      }
      last = files.at(-1)?._id;
    } while (last !== undefined);
  }

  /** Deletes all files of a fan; idempotent. */
  async removeAllOf(fanId: string): Promise<void> {
    for (;;) {
      const files = await this.repository.findByOwner(fanId, BATCH);
      if (files.length === 0) break;
      for (const { folder, _id } of files) await this.discard(folder, [_id]);
    }
    await this.repository.removeEmptyUsage(fanId);
  }

  private async prepare(kind: ContentKind, file: IncomingFile): Promise<Prepared> {
    if (isVideo(kind)) {
      const clean = kind === 'mp4' ? cleanMp4 : cleanWebm;
      const duration = await this.incoming.storing(() => clean(file.path));
      return {
        kind: 'video',
        extension: kind,
        bytes: file.bytes,
        renditions: [{ path: file.path }],
        ...(duration === undefined ? {} : { duration }),
      };
    }
    const { size, bytes, renditions } = await this.images.rebuild(kind, file.path);
    return { kind: 'image', extension: 'webp', size, bytes, renditions };
  }

  /** The row is inserted first, so that every stored file has one. */
  private async storeWithinQuota(
    name: string,
    { folder, ownerId }: { folder: MediaFolder; ownerId: string },
    bytes: number,
    renditions: Prepared['renditions'],
  ): Promise<void> {
    const row = {
      _id: name,
      folder,
      ownerId,
      bytes,
      pending: { since: this.clock.now(), by: PROCESS_MARK },
    };
    if (!(await this.repository.add(row, FAN_QUOTA_BYTES))) {
      throw new TooLarge(
        `Your files would take more than ${FAN_QUOTA_BYTES / (1024 * 1024)} MB. Delete some of your posts first.`,
      );
    }
    try {
      await this.mediaStore.place(folder, name, renditions);
    } catch (error) {
      await this.repository.remove([name]);
      throw error;
    }
  }
}

function requireAccepted(
  kind: ContentKind | undefined,
  accept: Accepted,
): asserts kind is ContentKind {
  if (accept === 'video' && !isVideo(kind)) throw unsupported(accept);
  if (accept === 'image' && isVideo(kind)) throw unsupported(accept);
  if (!kind) throw unsupported(accept);
}

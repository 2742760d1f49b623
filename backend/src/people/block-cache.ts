import { Injectable } from '@nestjs/common';

import type { ByteBoundedCache } from '../common/cache/byte-bounded-cache.js';
import { Caches } from '../common/cache/caches.js';
import { Clock } from '../common/time/clock.js';
import { TurnBatches } from '../common/work/turn-batches.js';
import { LiveBus, type LiveListener } from '../live/live-bus.js';
import type { LiveMessage } from '../live/live-message.js';
import { LiveService } from '../live/live.service.js';
import { FanRelationVersionsRepository } from './fan-relation-versions.repository.js';
import { FanRelationsRepository, type RelationRow } from './fan-relations.repository.js';
import { MutedWordList } from './muted-words/muted-word-list.js';
import { MutedWordsRepository } from './muted-words/muted-words.repository.js';

/** A fan's blocks (by either side), mutes, dismissals and muted words. */
export interface Relations {
  /** Blocked by either side. */
  blocked: ReadonlySet<string>;
  muted: ReadonlySet<string>;
  /** Not suggested any more. */
  dismissed: ReadonlySet<string>;
  /** Blocked or muted: this fan does not see their content. */
  hidden: ReadonlySet<string>;
  words: MutedWordList;
}

/** Maximum time until a change of another instance is seen. */
const RECHECK_MS = 5_000;
/** Relations are reloaded after this time even if their version is unchanged. */
const RELOAD_MS = 5 * 60_000;
/** Half of it holds one fan with 160,000 relations. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Of an entry without relations, of each id, and of each word with its pattern. */
const ENTRY_BYTES = 500;
const ID_BYTES = 100;
const WORD_BYTES = 300;

const NO_WORDS = new MutedWordList([]);
const NO_RELATIONS: Relations = emptyRelations();

interface LoadedRelations {
  relations: Relations;
  /** Read before the relations; undefined if they never changed. */
  version: string | undefined;
  readAt: number;
}

interface CacheEntry {
  loading: Promise<LoadedRelations>;
  checkedAt: number;
  /** Set when `loading` resolves. */
  loaded?: LoadedRelations;
}

/** A fan whose relations are requested. */
interface Load {
  fanId: string;
  /** Of the previous entry. */
  known: LoadedRelations | undefined;
}

/**
 * Caches each fan's relations. An entry older than `RECHECK_MS` compares its version and reloads
 * if it has changed. Concurrent calls share one load; a change made on this instance is visible
 * to every later call.
 */
@Injectable()
export class BlockCache implements LiveListener {
  private readonly entries: ByteBoundedCache<CacheEntry>;
  private readonly loads = new TurnBatches<Load, LoadedRelations>((_, loads) =>
    this.loadBatch(loads),
  );

  constructor(
    private readonly repository: FanRelationsRepository,
    private readonly versions: FanRelationVersionsRepository,
    private readonly mutedWords: MutedWordsRepository,
    private readonly live: LiveService,
    private readonly clock: Clock,
    bus: LiveBus,
    caches: Caches,
  ) {
    this.entries = caches.create('relations', MAX_BYTES);
    bus.subscribe(this);
  }

  async get(fanId: string): Promise<Relations> {
    const now = this.clock.now().getTime();
    const isFresh = ({ checkedAt }: CacheEntry) => now - checkedAt < RECHECK_MS;
    const entry = this.entries.get(fanId, isFresh) ?? this.startLoad(fanId, now);
    return (await entry.loading).relations;
  }

  /** Returns the current relations of these fans, past the cache, with one query. */
  getFresh(fanIds: readonly string[]): Promise<Relations[]> {
    for (const fanId of fanIds) this.expire(fanId);
    return Promise.all(fanIds.map((fanId) => this.get(fanId)));
  }

  /** Returns whether either fan blocks the other, past the cache. */
  isBlockBetween(oneId: string, otherId: string): Promise<boolean> {
    return this.repository.isBlockBetween(oneId, otherId);
  }

  /** Invalidates these fans on all instances. Call after the write. */
  async invalidate(...fanIds: string[]): Promise<void> {
    for (const fanId of fanIds) this.entries.delete(fanId);
    await this.versions.renew(fanIds);
    await this.live.visibilityChanged(...fanIds);
  }

  /** Publishes to all instances that these fans' follows have changed. */
  publishFollowsChanged(...fanIds: string[]): Promise<void> {
    return this.live.visibilityChanged(...fanIds);
  }

  /** Removes a deleted fan's version; call last. */
  removeVersion(fanId: string): Promise<void> {
    return this.versions.remove(fanId);
  }

  onMessage({ body }: LiveMessage): void {
    if (body.kind === 'relations') for (const fanId of body.fanIds) this.expire(fanId);
  }

  onGap(): void {
    for (const fanId of this.entries.keys()) this.expire(fanId);
  }

  /** Reloads a fan's relations; with a previous entry only the version, if it is unchanged. */
  private startLoad(fanId: string, now: number): CacheEntry {
    const known = this.entries.peek(fanId)?.loaded;
    const loading = this.loads
      .add('fans', { fanId, known })
      .then((loaded) => (entry.loaded = loaded));
    const entry: CacheEntry = { loading, checkedAt: now };
    this.entries.setLoading(fanId, entry, loading, ENTRY_BYTES, ({ relations }) =>
      bytesOf(relations),
    );
    return entry;
  }

  /** Makes the next call compare the version. A load in flight may predate the change, so it is evicted. */
  private expire(fanId: string): void {
    const entry = this.entries.peek(fanId);
    if (entry?.loaded) entry.checkedAt = Number.NEGATIVE_INFINITY;
    else this.entries.delete(fanId);
  }

  private async loadBatch(loads: readonly Load[]): Promise<LoadedRelations[]> {
    const readAt = this.clock.now().getTime();
    const versions = await this.versions.find(loads.map(({ fanId }) => fanId));
    const current = loads.map(({ fanId, known }) => {
      const isCurrent = known?.version === versions.get(fanId);
      return known && isCurrent && readAt - known.readAt < RELOAD_MS ? known : undefined;
    });
    const changed = loads.flatMap(({ fanId }, at) => (current[at] ? [] : fanId));
    const relations = changed.length > 0 ? await this.readRelations(changed) : undefined;
    return loads.map(
      ({ fanId }, at) =>
        current[at] ?? {
          relations: relations?.get(fanId) ?? NO_RELATIONS,
          version: versions.get(fanId),
          readAt,
        },
    );
  }

  /** Reads the relations of these fans, by fan; fans without any are missing. */
  private async readRelations(fanIds: readonly string[]): Promise<ReadonlyMap<string, Relations>> {
    const [rows, wordsByFan] = await Promise.all([
      this.repository.findAround(fanIds),
      this.mutedWords.findOf(fanIds),
    ]);
    const relations = groupByFan(rows);
    for (const [fanId, words] of wordsByFan) {
      const known = relations.get(fanId) ?? NO_RELATIONS;
      relations.set(fanId, { ...known, words: new MutedWordList(words) });
    }
    return relations;
  }
}

function bytesOf({ blocked, muted, dismissed, words }: Relations): number {
  const ids = blocked.size + muted.size + dismissed.size;
  return ENTRY_BYTES + ID_BYTES * ids + WORD_BYTES * words.size;
}

/** Groups rows by fan. Complete only for the fans that the rows were queried for. */
function groupByFan(rows: readonly RelationRow[]): Map<string, Relations> {
  const byFan = new Map<string, ReturnType<typeof emptyRelations>>();
  const relationsOf = (fanId: string) => {
    const relations = byFan.get(fanId) ?? emptyRelations();
    byFan.set(fanId, relations);
    return relations;
  };
  for (const row of rows) {
    const [by, other] = [row.fanId, row.otherId];
    if (row.kind === 'dismissal') relationsOf(by).dismissed.add(other);
    else relationsOf(by).hidden.add(other);
    if (row.kind === 'mute') relationsOf(by).muted.add(other);
    if (row.kind !== 'block') continue;
    relationsOf(by).blocked.add(other);
    relationsOf(other).blocked.add(by);
    relationsOf(other).hidden.add(by);
  }
  return byFan;
}

function emptyRelations() {
  return {
    blocked: new Set<string>(),
    muted: new Set<string>(),
    dismissed: new Set<string>(),
    hidden: new Set<string>(),
    words: NO_WORDS,
  };
}

import { Injectable } from '@nestjs/common';

import type { ByteBoundedCache } from '../../common/cache/byte-bounded-cache.js';
import { Caches } from '../../common/cache/caches.js';
import { inTransaction, outsideTransaction } from '../../common/mongo/transaction.js';
import { Clock } from '../../common/time/clock.js';
import { TurnBatches } from '../../common/work/turn-batches.js';
import { LiveBus, type LiveListener } from '../../live/live-bus.js';
import type { LiveMessage } from '../../live/live-message.js';
import { LiveService } from '../../live/live.service.js';
import type { ShieldDocument } from './shield.schema.js';
import { ShieldsRepository } from './shields.repository.js';
import type { ViewpointDocument } from './viewpoint.schema.js';
import { ViewpointVersionsRepository } from './viewpoint-versions.repository.js';
import { ViewpointsRepository } from './viewpoints.repository.js';

/** A fan's stored viewpoints and shield. */
export interface FanViewpoints {
  /** By match id. */
  viewpoints: ReadonlyMap<string, ViewpointDocument>;
  shield: ShieldDocument | undefined;
}

/** Maximum time until a change of another instance is visible if its message was lost. */
const RECHECK_MS = 2_000;
/** Entries are reloaded after this time even if their version is unchanged. */
const RELOAD_MS = 5 * 60_000;
/** Versions become readable in about the order of their times. */
const OVERLAP_MS = 10_000;
/** With this many changes between two checks the whole cache is evicted. */
const MAX_CHANGES = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Of an entry without viewpoints, of a shield, and of each viewpoint. */
const ENTRY_BYTES = 500;
const SHIELD_BYTES = 2_000;
const VIEWPOINT_BYTES = 400;

const NO_VIEWPOINTS: FanViewpoints['viewpoints'] = new Map();

interface CacheEntry {
  loading: Promise<FanViewpoints>;
  startedAtMs: number;
}

/**
 * Caches each fan's viewpoints and shield, including empty ones. One query every `RECHECK_MS` finds
 * changed fans of all instances; a change made on this instance is visible to every later call.
 */
@Injectable()
export class ViewpointCache implements LiveListener {
  private readonly entries: ByteBoundedCache<CacheEntry>;
  private readonly loads = new TurnBatches<string, FanViewpoints>((_, fanIds) =>
    this.loadBatch(fanIds),
  );
  private checkedAtMs = -Infinity;
  private checking: Promise<void> | undefined;
  /** The versions of the last check, by fan id, and the time of the newest one. */
  private versions: ReadonlyMap<string, string> = new Map();
  private newestMs = 0;

  constructor(
    private readonly viewpoints: ViewpointsRepository,
    private readonly shields: ShieldsRepository,
    private readonly versionRows: ViewpointVersionsRepository,
    private readonly live: LiveService,
    private readonly clock: Clock,
    bus: LiveBus,
    caches: Caches,
  ) {
    this.entries = caches.create('viewpoints', MAX_BYTES);
    bus.subscribe(this);
  }

  async get(fanId: string): Promise<FanViewpoints> {
    const now = this.clock.now().getTime();
    if (Math.abs(now - this.checkedAtMs) >= RECHECK_MS) {
      this.checking ??= outsideTransaction(() => this.check(now)).finally(
        () => (this.checking = undefined),
      );
      await this.checking;
    }
    const isFresh = ({ startedAtMs }: CacheEntry) => Math.abs(now - startedAtMs) < RELOAD_MS;
    return (this.entries.get(fanId, isFresh) ?? this.startLoad(fanId, now)).loading;
  }

  /** Returns a fan's current viewpoints and shield, past the cache. */
  getFresh(fanId: string): Promise<FanViewpoints> {
    this.entries.delete(fanId);
    return this.get(fanId);
  }

  /**
   * Runs a write to these fans' viewpoints, and invalidates them on all instances. Their versions
   * change in the same transaction, so that a crash in between hides no change.
   *
   * @param write may run several times; returns false if it changed nothing
   */
  async change(fanIds: readonly string[], write: () => Promise<boolean>): Promise<boolean> {
    const result = await inTransaction(async () => {
      if (!(await write())) return null;
      await this.versionRows.renew(fanIds);
      return true;
    });
    if (result === null) return false;
    for (const fanId of fanIds) this.entries.delete(fanId);
    await this.live.viewpointsChanged(...fanIds);
    return true;
  }

  /** Removes a deleted fan's version; call last. */
  async removeVersion(fanId: string): Promise<void> {
    this.entries.delete(fanId);
    await this.versionRows.remove(fanId);
  }

  onMessage({ body }: LiveMessage): void {
    if (body.kind === 'viewpoints') for (const fanId of body.fanIds) this.entries.delete(fanId);
  }

  onGap(): void {
    this.entries.clear();
  }

  /** Evicts the fans whose version is new. */
  private async check(now: number): Promise<void> {
    const since = new Date(Math.max(0, this.newestMs - OVERLAP_MS));
    const rows = await this.versionRows.findSince(since, MAX_CHANGES);
    const versions = new Map(rows.map(({ _id, version }) => [_id, version]));
    if (rows.length === MAX_CHANGES) this.entries.clear();
    for (const [fanId, version] of versions) {
      if (this.versions.get(fanId) !== version) this.entries.delete(fanId);
    }
    this.versions = versions;
    this.newestMs = rows[0]?.at.getTime() ?? this.newestMs;
    this.checkedAtMs = now;
  }

  private startLoad(fanId: string, now: number): CacheEntry {
    const entry: CacheEntry = { loading: this.loads.add('fans', fanId), startedAtMs: now };
    this.entries.setLoading(fanId, entry, entry.loading, ENTRY_BYTES, bytesOf);
    return entry;
  }

  private async loadBatch(fanIds: readonly string[]): Promise<FanViewpoints[]> {
    const [rows, shields] = await Promise.all([
      this.viewpoints.findByFans(fanIds),
      this.shields.findByFans(fanIds),
    ]);
    const viewpoints = new Map<string, Map<string, ViewpointDocument>>();
    for (const row of rows) {
      const { fanId } = row;
      const ofFan = viewpoints.get(fanId) ?? new Map<string, ViewpointDocument>();
      viewpoints.set(fanId, ofFan.set(row.matchId, row));
    }
    const shieldOf = new Map(shields.map((shield) => [shield._id, shield]));
    return fanIds.map((fanId) => ({
      viewpoints: viewpoints.get(fanId) ?? NO_VIEWPOINTS,
      shield: shieldOf.get(fanId),
    }));
  }
}

function bytesOf({ viewpoints, shield }: FanViewpoints): number {
  return ENTRY_BYTES + VIEWPOINT_BYTES * viewpoints.size + (shield ? SHIELD_BYTES : 0);
}

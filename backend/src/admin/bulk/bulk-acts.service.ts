import {
  type AdminFanRow,
  BULK_MAX,
  type BulkAct,
  type BulkAction,
  type BulkPreview,
  type BulkPreviewRequest,
  type BulkProgress,
} from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';

import { newId } from '../../common/mongo/ids.js';
import type { Actor } from '../../audit-log/audit-log.service.js';
import { SessionsService } from '../../auth/sessions.service.js';
import { InvalidInput, NotFound } from '../../common/errors/coded-errors.js';
import { Clock } from '../../common/time/clock.js';
import { FanDirectory } from '../../users/fan-directory.service.js';
import { FanPagesService } from '../fans/fan-pages.service.js';
import { BulkActsRepository, type BulkState } from './bulk-acts.repository.js';
import { BulkRunner } from './bulk-runner.js';

const HOUR_MS = 60 * 60 * 1000;
/** How long a preview can be started, and how long an action can be queried. */
const PREVIEW_MS = HOUR_MS;
const RETENTION_MS = 30 * 24 * HOUR_MS;
/** Number of fans that a preview lists by name. */
const MAX_NAMES = 5;

/**
 * Bulk actions on fans: previewed first, then applied once to exactly the previewed fans by the
 * runner.
 */
@Injectable()
export class BulkActsService {
  constructor(
    private readonly repository: BulkActsRepository,
    private readonly runner: BulkRunner,
    private readonly pages: FanPagesService,
    private readonly directory: FanDirectory,
    private readonly sessions: SessionsService,
    private readonly clock: Clock,
  ) {}

  /** Previews an action and stores its fans. */
  async preview(actor: Actor, { action, ids, filter }: BulkPreviewRequest): Promise<BulkPreview> {
    const selection = filter ? await this.pages.toSelection(filter) : { among: ids ?? [] };
    const affected: AdminFanRow[] = [];
    let selected = 0;
    for await (const fan of this.directory.all(selection, 'userId')) {
      selected += 1;
      if (selected > BULK_MAX) {
        throw new InvalidInput(
          `At most ${BULK_MAX.toLocaleString('en')} fans at once: narrow the filter`,
        );
      }
      if (changes(action, fan)) affected.push(fan);
    }
    const fanIds = affected.map(({ _id }) => _id);
    const _id = newId();
    await this.repository.insert({
      _id,
      action,
      actor,
      state: 'previewed',
      fanIds,
      done: 0,
      skipped: 0,
      expiresAt: this.inMs(PREVIEW_MS),
    });
    return {
      _id,
      action,
      selected,
      affected: affected.length,
      posts: affected.reduce((sum, { postsCount }) => sum + postsCount, 0),
      sessions: action === 'restore' ? 0 : await this.sessions.countOf(fanIds),
      names: affected.slice(0, MAX_NAMES).map(({ username }) => username),
    };
  }

  /** Starts a previewed action; a repeated call returns its progress. */
  async act(actor: Actor, { previewId, reason, until }: BulkAct): Promise<BulkProgress> {
    const known = await this.repository.find(previewId, this.clock.now());
    if (known?.actor._id !== actor._id) throw new NotFound('preview');
    const noted = reason === undefined ? {} : { reason };
    const order = known.action === 'suspend' ? this.suspension(reason, until) : noted;
    await this.repository.start(
      previewId,
      { ...order, expiresAt: this.inMs(RETENTION_MS) },
      this.clock.now(),
    );
    void this.runner.run();
    return this.progress(previewId);
  }

  /** Returns the progress of an action. */
  async progress(id: string): Promise<BulkProgress> {
    const known = await this.repository.find(id, this.clock.now());
    if (!known || known.state === 'previewed') throw new NotFound('bulk act');
    return toProgress(known, known.state);
  }

  private suspension(reason: string | undefined, until: string | undefined) {
    if (reason === undefined) throw new InvalidInput('A suspension needs a reason');
    if (until === undefined) return { reason };
    const end = new Date(until);
    if (end <= this.clock.now()) throw new InvalidInput('until must be in the future');
    return { reason, until: end };
  }

  private inMs(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }
}

/** Returns whether an action would change the fan. */
function changes(action: BulkAction, { status }: AdminFanRow): boolean {
  if (action === 'delete') return true;
  return status === (action === 'suspend' ? 'active' : 'suspended');
}

function toProgress(
  { _id, action, total, done, skipped, failed = 0 }: BulkState,
  state: BulkProgress['state'],
): BulkProgress {
  return { _id, action, state, total, done, skipped, failed };
}

import { Injectable } from '@nestjs/common';

import { Clock } from '../common/time/clock.js';
import { LiveBus, type LiveListener } from '../live/live-bus.js';
import type { LiveMessage } from '../live/live-message.js';
import { LiveService } from '../live/live.service.js';
import { FanMarkVersionsRepository } from './fan-mark-versions.repository.js';
import { FanMarksRepository, type MarkRow } from './fan-marks.repository.js';

/** What the marks around one fan come to. */
export interface Marks {
  /** Fans whom a block keeps apart from this one, whoever made it. */
  separated: ReadonlySet<string>;
  muted: ReadonlySet<string>;
  /** Fans who are not to be suggested any more. */
  dismissed: ReadonlySet<string>;
  /** Separated or muted: whose content this fan does not see. */
  hidden: ReadonlySet<string>;
}

/** A change made by another instance is seen after this time at the latest. */
const KEPT_MS = 5_000;
/** All of them are read anew after this time, though no change was reported. */
const WHOLE_KEPT_MS = 5 * 60_000;
/** Of all kept sets together; the oldest go first. */
const MOST_IDS = 200_000;

const NO_MARKS: Marks = emptyMarks();

/** Marks as they were read. */
interface Read {
  marks: Marks;
  /** Of the marks, from before they were read; none where they never changed. */
  version: string | undefined;
  readAt: number;
}

interface Kept {
  asked: Promise<Read>;
  askedAt: number;
  size: number;
  /** What has been read, as soon as it has. */
  read?: Read;
}

/** One look-up for all fans who are asked for at the same moment, with what is known of them. */
interface Question {
  fans: Map<string, Read | undefined>;
  answer: Promise<ReadonlyMap<string, Read>>;
}

/**
 * Keeps which fans a fan does not see, so that a page of the feed costs no call
 * for it. After a moment only their version is asked for, and they are read anew
 * where it has changed. Who asks while the answer is on its way shares it; a
 * change made here is seen by whoever asks after it.
 */
@Injectable()
export class KeptMarks implements LiveListener {
  /** In order of asking, oldest first. */
  private readonly kept = new Map<string, Kept>();
  private ids = 0;
  /** Not yet sent. */
  private question: Question | undefined;

  constructor(
    private readonly repository: FanMarksRepository,
    private readonly versions: FanMarkVersionsRepository,
    private readonly live: LiveService,
    private readonly clock: Clock,
    bus: LiveBus,
  ) {
    bus.listen(this);
  }

  async of(fanId: string): Promise<Marks> {
    const now = this.clock.now().getTime();
    const known = this.kept.get(fanId);
    const kept = known && now - known.askedAt < KEPT_MS ? known : this.askFor(fanId, now);
    return (await kept.asked).marks;
  }

  /** What the marks around each of these fans come to now, by one look-up. */
  fresh(fanIds: readonly string[]): Promise<Marks[]> {
    for (const fanId of fanIds) this.expire(fanId);
    return Promise.all(fanIds.map((fanId) => this.of(fanId)));
  }

  /** Whether one of two fans blocks the other at this very moment, past what is kept. */
  isBlockBetween(oneId: string, otherId: string): Promise<boolean> {
    return this.repository.isBlockBetween(oneId, otherId);
  }

  /** Says here and to every instance that these fans see others than before. To be called after the change. */
  async changed(...fanIds: string[]): Promise<void> {
    for (const fanId of fanIds) this.forget(fanId);
    await this.versions.renew(fanIds);
    await this.live.tiesChanged(...fanIds);
  }

  /** Says to every instance that these fans follow others than before. */
  followsChanged(...fanIds: string[]): Promise<void> {
    return this.live.tiesChanged(...fanIds);
  }

  /** Takes away what is stored of the marks of a fan who is gone, as the last of them. */
  removeVersion(fanId: string): Promise<void> {
    return this.versions.remove(fanId);
  }

  hear({ body }: LiveMessage): void {
    if (body.kind === 'ties') for (const fanId of body.fanIds) this.expire(fanId);
  }

  lose(): void {
    for (const fanId of this.kept.keys()) this.expire(fanId);
  }

  /** Asks anew for a fan's marks: for their version alone, where they have been read before. */
  private askFor(fanId: string, now: number): Kept {
    const known = this.kept.get(fanId)?.read;
    this.forget(fanId);
    const kept: Kept = { asked: this.load(fanId, known), askedAt: now, size: 1 };
    this.kept.set(fanId, kept);
    this.ids += kept.size;
    kept.asked.then(
      (read) => {
        kept.read = read;
        this.weigh(fanId, kept, read.marks);
      },
      () => {
        // Present callers get the error; the next call reads again.
        if (this.kept.get(fanId) === kept) this.forget(fanId);
      },
    );
    return kept;
  }

  /** Makes the next call read the version. A read in flight may be older than the change. */
  private expire(fanId: string): void {
    const kept = this.kept.get(fanId);
    if (kept?.read) kept.askedAt = Number.NEGATIVE_INFINITY;
    else this.forget(fanId);
  }

  /** Forgets what is kept, or on its way, of a fan whose marks have changed. */
  private forget(fanId: string): void {
    this.ids -= this.kept.get(fanId)?.size ?? 0;
    this.kept.delete(fanId);
  }

  private async load(fanId: string, known: Read | undefined): Promise<Read> {
    this.question ??= this.ask();
    this.question.fans.set(fanId, known);
    const read = (await this.question.answer).get(fanId);
    if (!read) throw new Error('A fan was asked for and not answered');
    return read;
  }

  /** Sends a question as soon as everyone who runs now has put a fan into it. */
  private ask(): Question {
    const fans: Question['fans'] = new Map();
    const answer = Promise.resolve().then(() => {
      this.question = undefined;
      return this.answer(fans);
    });
    return { fans, answer };
  }

  private async answer(fans: Question['fans']): Promise<ReadonlyMap<string, Read>> {
    const readAt = this.clock.now().getTime();
    const versions = await this.versions.findOf([...fans.keys()]);
    const answer = new Map<string, Read>();
    for (const [fanId, known] of fans) {
      if (!known || known.version !== versions.get(fanId)) continue;
      if (readAt - known.readAt < WHOLE_KEPT_MS) answer.set(fanId, known);
    }
    const changed = [...fans.keys()].filter((fanId) => !answer.has(fanId));
    if (changed.length === 0) return answer;
    const around = gathered(await this.repository.findAround(changed));
    for (const fanId of changed) {
      const marks = around.get(fanId) ?? NO_MARKS;
      answer.set(fanId, { marks, version: versions.get(fanId), readAt });
    }
    return answer;
  }

  private weigh(fanId: string, kept: Kept, marks: Marks): void {
    if (this.kept.get(fanId) !== kept) return;
    const size = 1 + marks.separated.size + marks.muted.size + marks.dismissed.size;
    this.ids += size - kept.size;
    kept.size = size;
    for (const oldest of this.kept.keys()) {
      if (this.ids <= MOST_IDS) return;
      this.forget(oldest);
    }
  }
}

/** What rows come to for each fan around whom they were asked for; of the others in them they tell only a part. */
function gathered(rows: readonly MarkRow[]): ReadonlyMap<string, Marks> {
  const around = new Map<string, ReturnType<typeof emptyMarks>>();
  const of = (fanId: string) => {
    const marks = around.get(fanId) ?? emptyMarks();
    around.set(fanId, marks);
    return marks;
  };
  for (const row of rows) {
    const [by, other] = [row.fanId.toString(), row.otherId.toString()];
    if (row.kind === 'dismissal') of(by).dismissed.add(other);
    else of(by).hidden.add(other);
    if (row.kind === 'mute') of(by).muted.add(other);
    if (row.kind !== 'block') continue;
    of(by).separated.add(other);
    of(other).separated.add(by);
    of(other).hidden.add(by);
  }
  return around;
}

function emptyMarks() {
  return {
    separated: new Set<string>(),
    muted: new Set<string>(),
    dismissed: new Set<string>(),
    hidden: new Set<string>(),
  };
}

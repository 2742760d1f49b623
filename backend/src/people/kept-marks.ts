import { Injectable } from '@nestjs/common';

import { Clock } from '../common/time/clock.js';
import { LiveBus, type LiveListener } from '../live/live-bus.js';
import type { LiveMessage } from '../live/live-message.js';
import { LiveService } from '../live/live.service.js';
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
/** Of all kept sets together; the oldest go first. */
const MOST_IDS = 200_000;

const NO_MARKS: Marks = emptyMarks();

interface Kept {
  marks: Promise<Marks>;
  askedAt: number;
  size: number;
}

/** One look-up for all fans who are asked for at the same moment. */
interface Question {
  fanIds: string[];
  answer: Promise<ReadonlyMap<string, Marks>>;
}

/**
 * Keeps for a moment which fans a fan does not see, so that a page of the feed
 * costs no call for it. Who asks while the answer is on its way shares it; a
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
    private readonly live: LiveService,
    private readonly clock: Clock,
    bus: LiveBus,
  ) {
    bus.listen(this);
  }

  of(fanId: string): Promise<Marks> {
    const now = this.clock.now().getTime();
    const known = this.kept.get(fanId);
    if (known && now - known.askedAt < KEPT_MS) return known.marks;

    this.forget(fanId);
    const asked: Kept = { marks: this.load(fanId), askedAt: now, size: 1 };
    this.kept.set(fanId, asked);
    this.ids += asked.size;
    asked.marks.then(
      (marks) => this.weigh(fanId, asked, marks),
      () => {
        // Whoever waits gets the error; the next one asks again.
        if (this.kept.get(fanId) === asked) this.forget(fanId);
      },
    );
    return asked.marks;
  }

  /** What the marks around each of these fans come to now, by one look-up. */
  fresh(fanIds: readonly string[]): Promise<Marks[]> {
    for (const fanId of fanIds) this.forget(fanId);
    return Promise.all(fanIds.map((fanId) => this.of(fanId)));
  }

  /** Whether one of two fans blocks the other at this very moment, past what is kept. */
  isBlockBetween(oneId: string, otherId: string): Promise<boolean> {
    return this.repository.isBlockBetween(oneId, otherId);
  }

  /** Says here and to every instance that these fans see or follow others than before. */
  async changed(...fanIds: string[]): Promise<void> {
    for (const fanId of fanIds) this.forget(fanId);
    await this.live.tiesChanged(...fanIds);
  }

  hear({ body }: LiveMessage): void {
    if (body.kind === 'ties') for (const fanId of body.fanIds) this.forget(fanId);
  }

  lose(): void {
    this.kept.clear();
    this.ids = 0;
  }

  /** Forgets what is kept, or on its way, of a fan whose marks have changed. */
  private forget(fanId: string): void {
    this.ids -= this.kept.get(fanId)?.size ?? 0;
    this.kept.delete(fanId);
  }

  private async load(fanId: string): Promise<Marks> {
    this.question ??= this.ask();
    this.question.fanIds.push(fanId);
    return (await this.question.answer).get(fanId) ?? NO_MARKS;
  }

  /** Sends a question as soon as everyone who runs now has put a fan into it. */
  private ask(): Question {
    const fanIds: string[] = [];
    const answer = Promise.resolve().then(async () => {
      this.question = undefined;
      return gathered(await this.repository.findAround(fanIds));
    });
    return { fanIds, answer };
  }

  private weigh(fanId: string, asked: Kept, marks: Marks): void {
    if (this.kept.get(fanId) !== asked) return;
    const size = 1 + marks.separated.size + marks.muted.size + marks.dismissed.size;
    this.ids += size - asked.size;
    asked.size = size;
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

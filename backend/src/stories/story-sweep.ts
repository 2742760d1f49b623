import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import { StoriesService } from './stories.service.js';

const SWEEP_MS = 60_000;

/** Sees to it that nothing of a story outlives its day, also where a process ended half-way. */
@Injectable()
export class StorySweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(StorySweep.name);
  private running: Promise<void> | undefined;

  constructor(private readonly stories: StoriesService) {}

  onApplicationBootstrap(): Promise<void> {
    return this.sweep();
  }

  /** A turn that takes longer than a tick is not begun twice. */
  @Interval(SWEEP_MS)
  async sweep(): Promise<void> {
    this.running ??= this.turn().finally(() => (this.running = undefined));
    await this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.running;
  }

  private async turn(): Promise<void> {
    try {
      await this.stories.clearOver();
    } catch (error) {
      // The next turn comes in a minute; no start fails for what is left of yesterday.
      if (isDatabaseAway(error)) return;
      this.logger.error({ event: 'storySweepFailed' }, error instanceof Error ? error.stack : '');
    }
  }
}

import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import { SingleFlight } from '../common/work/single-flight.js';
import { StoriesService } from './stories.service.js';

const SWEEP_MS = 60_000;

/** Sees to it that nothing of a story outlives its day, also where a process ended half-way. */
@Injectable()
export class StorySweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(StorySweep.name);
  private readonly flight = new SingleFlight(() => this.turn());

  constructor(private readonly stories: StoriesService) {}

  onApplicationBootstrap(): Promise<void> {
    return this.sweep();
  }

  /** Never two turns at once. */
  @Interval(SWEEP_MS)
  async sweep(): Promise<void> {
    await this.flight.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flight.running;
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

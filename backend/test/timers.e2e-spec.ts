import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';

import { type KickOff, startKickOff } from './support/kickoff.js';

/** What `@Interval` stores about a method. */
const INTERVAL = 'SCHEDULE_INTERVAL_OPTIONS';

describe('timers', () => {
  let kickoff: KickOff;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  afterAll(() => kickoff.stop());

  it('these methods run at these intervals, in ms', () => {
    const scanner = new MetadataScanner();
    const providers = kickoff.app.get(DiscoveryService, { strict: false }).getProviders();
    const timers = providers.flatMap(({ metatype }) => {
      const prototype = metatype?.prototype as Record<string, object> | undefined;
      if (!prototype) return [];
      return scanner.getAllMethodNames(prototype).flatMap((method) => {
        const interval = Reflect.getMetadata(INTERVAL, prototype[method] ?? {}) as
          | { timeout: number }
          | undefined;
        return interval ? [[`${prototype.constructor.name}.${method}`, interval.timeout]] : [];
      });
    });

    expect(Object.fromEntries(timers)).toEqual({
      'AccountRemovalsService.resume': 15_000,
      'BulkRunner.run': 15_000,
      'EventStreamsService.deliverMatchPosts': 1_000,
      'EventStreamsService.endInvalid': 2_000,
      'EventStreamsService.reloadAllVisibility': 4_000,
      'EventStreamsService.sendHeartbeats': 25_000,
      'FootballPoller.tick': 1_000,
      'MailSender.sendDue': 5_000,
      'MatchAlertExpiryJob.run': 600_000,
      'MatchChangeDetector.detect': 1_000,
      'MediaCleanupJob.tick': 1_000,
      'ModeratedPostExpiryJob.run': 10_000,
      'NotificationFanoutJob.resume': 10_000,
      'PostCleanupJob.run': 10_000,
      'PushSender.sendDue': 2_000,
      'RefreshOriginsJob.run': 10_000,
      'RehearsalChangeDetector.detect': 1_000,
      'RehearsalNotificationsJob.run': 10_000,
      'RehearsalPostsJob.run': 10_000,
      'StoryExpiryJob.sweep': 60_000,
      'ThreadWatches.tick': 1_000,
      'TimelineChangeDetector.detect': 1_000,
      'ViewpointChangeDetector.detect': 1_000,
      'ViewpointCleanupJob.run': 20_000,
      'WaitingDeliveriesJob.run': 1_000,
    });
  });
});

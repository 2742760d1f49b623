import { EventEmitter } from 'node:events';
import { setImmediate as tick } from 'node:timers/promises';

import { Test } from '@nestjs/testing';
import type { Match } from '@kickoff/contracts';
import { aMatch } from '@kickoff/testing';
import { expect, it, jest } from '@jest/globals';

import { Clock } from '../common/time/clock.js';
import { MatchChangeDetector } from '../football/match-change-detector.js';
import { RehearsalChangeDetector } from '../football/rehearsals/rehearsal-change-detector.js';
import { MatchChangeTimes, type MatchDetection } from './match-change-times.js';
import { MatchNotifier } from './match-notifier.js';
import { NotificationFanoutJob } from './notification-fanout.job.js';
import { MatchNotificationStatesRepository } from './match-notification-states.repository.js';

const NOW = new Date('2026-11-21T18:00:00Z');

/**
 * Emits the full time of these matches, by id and date, and returns the ids of the fan-outs.
 *
 * @param detected how they were detected: now and without a correction by default
 */
async function fanoutsOf(
  detected: Partial<MatchDetection>,
  ...ended: [id: string, utcDate: string, before?: Match['status']][]
): Promise<string[]> {
  const changes = new EventEmitter();
  const start = jest.fn<(id: string) => Promise<void>>().mockResolvedValue();
  const detection: MatchDetection = { at: NOW, isCorrection: false, ...detected };
  const module = await Test.createTestingModule({
    providers: [
      MatchNotifier,
      { provide: MatchChangeDetector, useValue: { changes } },
      { provide: RehearsalChangeDetector, useValue: { changes: new EventEmitter() } },
      { provide: MatchChangeTimes, useValue: { find: () => Promise.resolve(detection) } },
      { provide: NotificationFanoutJob, useValue: { start } },
      {
        provide: MatchNotificationStatesRepository,
        useValue: { advance: () => Promise.resolve(1) },
      },
      { provide: Clock, useValue: { now: () => NOW } },
    ],
  }).compile();
  await module.init();
  for (const [id, utcDate, status = 'SCHEDULED'] of ended) {
    const match = { ...aMatch({ utcDate, status }), id };
    changes.emit('changed', match, {
      ...aMatch({ utcDate, status: 'FINISHED', goals: [1, 0] }),
      id,
    });
  }
  await tick();
  return start.mock.calls.map(([id]) => id);
}

it("MatchNotifier notifies full time of today's match but not of older matches", async () => {
  const fanouts = await fanoutsOf(
    {},
    ['today', '2026-11-21T15:00:00Z'],
    ['last-week', '2026-11-14T15:00:00Z'],
  );

  expect(fanouts).toEqual([
    expect.stringMatching(/^alert:team:today:.*Goal/),
    expect.stringMatching(/^alert:team:today:.*Full time/),
    expect.stringMatching(/^team:today:.*Full time/),
  ]);
});

it('MatchNotifier notifies a corrected score, such as an award, not as a goal', async () => {
  const fanouts = await fanoutsOf({ isCorrection: true }, ['today', '2026-11-21T15:00:00Z']);

  expect(fanouts).toEqual([
    expect.stringMatching(/^alert:team:today:.*Corrected/),
    expect.stringMatching(/^alert:team:today:.*Full time/),
    expect.stringMatching(/^team:today:.*Full time/),
  ]);
});

it('MatchNotifier notifies full time of a match that was resumed on the next day', async () => {
  const yesterday = '2026-11-20T19:00:00Z';
  const resumedAt = new Date('2026-11-21T17:00:00Z');

  const resumed = await fanoutsOf({ resumedAt }, ['derby', yesterday, 'IN_PLAY']);
  const late = await fanoutsOf({}, ['derby', yesterday, 'IN_PLAY']);
  const awarded = await fanoutsOf({}, ['derby', yesterday, 'SUSPENDED']);

  expect(resumed).toContainEqual(expect.stringMatching(/^team:derby:.*Full time/));
  expect([...late, ...awarded]).toEqual([]);
});

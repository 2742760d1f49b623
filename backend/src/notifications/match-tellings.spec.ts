import { EventEmitter } from 'node:events';
import { setImmediate as tick } from 'node:timers/promises';

import { Test } from '@nestjs/testing';
import { aMatch } from '@kickoff/testing';
import { expect, it, jest } from '@jest/globals';

import { Clock } from '../common/time/clock.js';
import { MatchNews } from '../football/match-news.js';
import { MatchTellings } from './match-tellings.js';
import { NotificationRounds } from './notification-rounds.js';
import { ToldMatchesRepository } from './told-matches.repository.js';

const NOW = new Date('2026-11-21T18:00:00Z');

it('tells the end of a match of today, and not of those that ended while the server slept', async () => {
  const changes = new EventEmitter();
  const begin = jest.fn<(id: string) => Promise<void>>().mockResolvedValue();
  const module = await Test.createTestingModule({
    providers: [
      MatchTellings,
      { provide: MatchNews, useValue: { changes } },
      { provide: NotificationRounds, useValue: { begin } },
      { provide: ToldMatchesRepository, useValue: { next: () => Promise.resolve(1) } },
      { provide: Clock, useValue: { now: () => NOW } },
    ],
  }).compile();
  await module.init();
  const end = (id: string, utcDate: string) => {
    const match = { ...aMatch({ utcDate, status: 'SCHEDULED' }), id };
    changes.emit('changed', match, {
      ...aMatch({ utcDate, status: 'FINISHED', goals: [1, 0] }),
      id,
    });
  };

  end('today', '2026-11-21T15:00:00Z');
  end('last-week', '2026-11-14T15:00:00Z');
  await tick();

  expect(begin.mock.calls.map(([id]) => id)).toEqual([
    expect.stringMatching(/^team:today:.*Full time/),
  ]);
});

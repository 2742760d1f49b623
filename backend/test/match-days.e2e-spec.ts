import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { League, LeagueData } from '@kickoff/contracts';
import { Logger } from '@nestjs/common';
import { ProviderDouble } from '@kickoff/testing/provider-double';
import { createConnection } from 'mongoose';

import { readSettings } from '../src/common/config/env.js';
import { footballCorrectionsCollection } from '../src/football/corrections/correction.schema.js';
import { CorrectionsRepository } from '../src/football/corrections/corrections.repository.js';
import { type Random, randomOf } from '../src/football/demo/random.js';
import { PollScheduler } from '../src/football/polling/poll-scheduler.js';
import { Coverage } from '../src/football/providers/coverage.js';
import { formerSeasonsCollection } from '../src/football/snapshots/former-season.schema.js';
import {
  footballSnapshotsCollection,
  type LeagueSnapshot,
} from '../src/football/snapshots/league-snapshot.schema.js';
import { SnapshotSource } from '../src/football/snapshots/snapshot-source.js';
import { SnapshotsRepository } from '../src/football/snapshots/snapshots.repository.js';
import { MatchEntriesRepository } from '../src/football/timelines/match-entries.repository.js';
import { matchEntriesCollection } from '../src/football/timelines/match-entry.schema.js';
import { MatchDay, MORNING, PLAYING } from './support/match-day.js';
import { ApiFootballDay, FootballDataDay } from './support/match-day-providers.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** By then all leagues are loaded: three requests each. */
const WARM_UP_MS = 5 * MINUTE_MS;
const MAX_DELAY_MS = 60 * SECOND_MS;
/** On a match day of six leagues this share of requests fails. */
const FAILURES = 1 / 40;

/** A match day with one provider, the poll scheduler, and what fans see. */
class Simulation {
  /** What was not shown in time, one sentence each. */
  readonly late: string[] = [];
  private readonly pages = new Map<
    League,
    { snapshot: LeagueSnapshot | undefined; data: LeagueData }
  >();
  private readonly source: SnapshotSource;
  private readonly queue: PollScheduler;

  constructor(
    private readonly day: MatchDay,
    settings: Record<string, string>,
    random: Random,
  ) {
    const coverage = new Coverage(readSettings(settings));
    // Never connected: snapshots stay in memory.
    const connection = createConnection();
    this.source = new SnapshotSource(
      new SnapshotsRepository(
        connection.collection(footballSnapshotsCollection.name),
        connection.collection(formerSeasonsCollection.name),
      ),
      new CorrectionsRepository(connection.collection(footballCorrectionsCollection.name)),
      new MatchEntriesRepository(connection.collection(matchEntriesCollection.name)),
      coverage,
    );
    const [provider] = coverage.providers;
    if (!provider) throw new Error('There is no provider.');
    const store = {
      snapshotOf: (league: League) => this.source.snapshotOf(league),
      store: (snapshot: LeagueSnapshot) => {
        this.source.cache({ ...snapshot, revision: snapshot.revision + 1 });
        return Promise.resolve();
      },
    };
    this.queue = new PollScheduler(provider, PLAYING, store, provider.livePollMs, random);
  }

  /** Advances the day one second at a time, like the poller. */
  async run(): Promise<void> {
    const endMs = this.day.endMs + 5 * MINUTE_MS;
    const checks = PLAYING.flatMap((league) =>
      this.day.changesOf(league).map((atMs) => ({ league, atMs: atMs + MAX_DELAY_MS })),
    ).sort((one, other) => one.atMs - other.atMs);
    while (this.day.now < endMs) {
      this.day.now += SECOND_MS;
      await this.queue.step(new Date(this.day.now));
      while ((checks[0]?.atMs ?? Infinity) <= this.day.now) {
        const due = checks.shift();
        if (due && due.atMs > MORNING + WARM_UP_MS) this.check(due.league);
      }
    }
  }

  private check(league: League): void {
    const at = new Date(this.day.now).toISOString();
    const data = this.shown(league);
    const dueMs = this.day.now - MAX_DELAY_MS;
    for (const match of this.day.matchesOf(league)) {
      const { status, home, away, sinceMs } = this.day.standOf(match);
      if (sinceMs > dueMs) continue;
      const shown = data.matches.find(({ id }) => id.endsWith(`:${match.id}`));
      const { homeTeam, awayTeam } = shown?.score.fullTime ?? {};
      if (shown?.status !== status || (homeTeam ?? 0) !== home || (awayTeam ?? 0) !== away) {
        this.late.push(
          `${at} ${league} match ${match.id} is ${shown?.status} ${homeTeam}:${awayTeam}, not ${status} ${home}:${away}`,
        );
      }
    }
    const unsettled = this.unsettledClubs(league, dueMs);
    for (const line of this.day.liveTable(league)) {
      if (unsettled.has(line.club)) continue;
      const row = data.standings[0]?.table.find(({ team }) => team.id === line.club);
      if (
        row?.playedGames !== line.played ||
        row.points !== line.points ||
        row.goalsFor !== line.goalsFor
      ) {
        this.late.push(`${at} ${league} ${line.club} has ${row?.points}, not ${line.points}`);
      }
    }
  }

  private unsettledClubs(league: League, dueMs: number): Set<string> {
    const changed = this.day
      .matchesOf(league)
      .filter((match) => this.day.standOf(match).sinceMs > dueMs);
    return new Set(changed.flatMap(({ home, away }) => [home, away]));
  }

  /** What fans see, read again only after a change. */
  private shown(league: League): LeagueData {
    const snapshot = this.source.snapshotOf(league);
    const known = this.pages.get(league);
    if (known && known.snapshot === snapshot) return known.data;
    const data = this.source.read(league, this.day.now);
    this.pages.set(league, { snapshot, data });
    return data;
  }
}

describe('simulated match day', () => {
  let double: ProviderDouble;

  afterEach(async () => {
    jest.restoreAllMocks();
    await double.stop();
  });

  it.each(
    (['football-data.org', 'api-football'] as const).flatMap((provider) =>
      [1, 2].map((seed) => [provider, seed] as const),
    ),
  )(
    'shows every result in match and table within 60 s without a refused request with %s (%i)',
    async (provider, seed) => {
      jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
      const random = randomOf(`${provider} ${seed}`);
      const day = new MatchDay(random);
      const isFootballData = provider === 'football-data.org';
      const played = new (isFootballData ? FootballDataDay : ApiFootballDay)(day, random, FAILURES);
      double = new ProviderDouble(played.reply);
      const url = await double.start();
      const settings: Record<string, string> = isFootballData
        ? { FOOTBALL_DATA_TOKEN: 'key', FOOTBALL_DATA_URL: url }
        : { API_FOOTBALL_KEY: 'key', API_FOOTBALL_URL: url };
      const simulation = new Simulation(day, settings, random);

      await simulation.run();

      expect(simulation.late.slice(0, 20)).toEqual([]);
      expect(played.refusals).toBe(0);
      expect(double.calls.length).toBeGreaterThan(500);
    },
  );
});

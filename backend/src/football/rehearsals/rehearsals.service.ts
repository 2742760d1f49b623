import { Injectable } from '@nestjs/common';
import type { Match, NewRehearsal, Rehearsal } from '@kickoff/contracts';

import { newId } from '../../common/mongo/ids.js';
import { Conflict, InvalidInput, NotFound } from '../../common/errors/coded-errors.js';
import { afterCommit } from '../../common/mongo/transaction.js';
import { Clock } from '../../common/time/clock.js';
import { LeagueCache } from '../league-cache.js';
import { endOf, toCourse } from './rehearsal-course.js';
import type { RehearsalDocument } from './rehearsal.schema.js';
import { toRehearsal, toRehearsedMatches } from './rehearsal.view.js';
import { RehearsalsRepository } from './rehearsals.repository.js';

const SLOTS = [1, 2];
const DAY_MS = 86_400_000;
/** Maximum time until another instance's rehearsals are known. */
const REFRESH_MS = 2_000;

/** A match of a rehearsal, by its index. */
export interface RehearsedMatch {
  rehearsal: RehearsalDocument;
  index: number;
  match: Match;
}

/**
 * Rehearsals: rounds that are replayed for some fans. Everything shown of a running one is computed
 * from its document, so deleting the document ends it.
 */
@Injectable()
export class RehearsalsService {
  private existing: RehearsalDocument[] = [];
  private refreshedAtMs = -Infinity;
  private refreshing: Promise<void> | undefined;

  constructor(
    private readonly repository: RehearsalsRepository,
    private readonly leagues: LeagueCache,
    private readonly clock: Clock,
  ) {}

  /** Plans a rehearsal from the league's matches; `create` stores it. */
  async plan({
    league,
    matchday,
    speed,
    faults,
    fans,
    startsIn,
  }: NewRehearsal): Promise<RehearsalDocument> {
    const round = await this.leagues.roundOf(league, matchday);
    if (round.length === 0) {
      throw InvalidInput.in('matchday', 'The league has no matches on this matchday');
    }
    const now = this.clock.now();
    const chosen = [...new Set(faults)];
    const kickOffAt = new Date(now.getTime() + startsIn * 1_000);
    const course = { kickOffAt, speed, faults: chosen, matches: toCourse(round, chosen) };
    const endsAt = endOf(course);
    return {
      _id: newId(),
      league,
      matchday,
      fanIds: [...new Set(fans)],
      ...course,
      createdAt: now,
      endsAt,
      removeAt: new Date(endsAt.getTime() + DAY_MS),
    };
  }

  /** Stores a planned rehearsal. Throws if two are running. */
  async create(planned: RehearsalDocument): Promise<Rehearsal> {
    const now = this.clock.now();
    await this.repository.freeSlots(now);
    for (const slot of SLOTS) {
      if (!(await this.repository.insert(planned, slot))) continue;
      await afterCommit(() => this.refresh());
      return toRehearsal(planned, now.getTime());
    }
    throw new Conflict('Two rehearsals are already running');
  }

  /** Returns all existing rehearsals, newest first. */
  async list(): Promise<Rehearsal[]> {
    const now = this.clock.now();
    const rows = await this.repository.findExisting(now);
    return rows.map((row) => toRehearsal(row, now.getTime()));
  }

  async remove(id: string): Promise<void> {
    if (!(await this.repository.remove(id))) throw new NotFound('rehearsal');
    await afterCommit(() => this.refresh());
  }

  async removeFan(fanId: string): Promise<void> {
    await this.repository.removeFan(fanId);
    await this.refresh();
  }

  /** Returns the rehearsals that a fan may see; from memory, at most two seconds old. */
  async findByFan(fanId: string): Promise<RehearsalDocument[]> {
    const all = await this.findAll();
    return all.filter(({ fanIds }) => fanIds.includes(fanId));
  }

  /** Finds a match of the rehearsals that a fan may see. */
  async findMatch(fanId: string, matchId: string): Promise<RehearsedMatch | undefined> {
    const now = this.clock.now().getTime();
    for (const rehearsal of await this.findByFan(fanId)) {
      const matches = toRehearsedMatches(rehearsal, now);
      const index = matches.findIndex(({ id }) => id === matchId);
      const match = matches[index];
      if (match) return { rehearsal, index, match };
    }
    return undefined;
  }

  /** Returns all existing rehearsals; from memory, at most two seconds old. */
  async findAll(): Promise<RehearsalDocument[]> {
    const now = this.clock.now().getTime();
    if (Math.abs(now - this.refreshedAtMs) >= REFRESH_MS) {
      this.refreshing ??= this.refresh().finally(() => (this.refreshing = undefined));
      await this.refreshing;
    }
    return this.existing.filter(({ removeAt }) => removeAt.getTime() > now);
  }

  private async refresh(): Promise<void> {
    const now = this.clock.now();
    this.existing = await this.repository.findExisting(now);
    this.refreshedAtMs = now.getTime();
  }
}

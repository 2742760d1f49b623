import { Injectable } from '@nestjs/common';
import { type FanSummary, MESSAGES, type OwnProfile } from '@kickoff/contracts';

import { newId } from '../common/mongo/ids.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { plainId } from '../common/http/valid-id.js';
import { toFanSearchSuffixes } from '../common/text/fan-search-suffixes.js';
import { isSpelledLike, searchRanges } from '../common/text/search-keys.js';
import { usernameKey } from '../common/text/username-keys.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { Batches } from '../common/work/batches.js';
import { CountersService } from '../counters/counters.service.js';
import { DEFAULT_SETTINGS } from './default-settings.js';
import { FanSummaries } from './fan-summaries.js';
import { FormerEmails } from './former-emails.service.js';
import { ReservedNamesRepository } from './reserved-names.repository.js';
import type { User } from './user.schema.js';
import {
  type PublicProfile,
  type SuggestableFan,
  toFanSummary,
  toOwnProfile,
  toPublicProfile,
  toSuggestableFan,
} from './user.view.js';
import { refuseTaken } from './refuse-taken.js';
import { isReserved, lookUpKeys, namedAs } from './username-key.js';
import { SuggestableFansRepository } from './suggestable-fans.repository.js';
import { UsersRepository } from './users.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Reservation of a former name (SECURITY-BAR §3). */
const NAME_RESERVED_MS = 30 * DAY_MS;

/** Maximum number of a day's first uses counted in one batch. */
const FIRST_USES_AT_ONCE = 200;

/** Input of a registration. */
export interface NewFan {
  username: string;
  email: string;
  phone: string;
  passwordHash: string;
  hideContact: boolean;
}

/**
 * Fans: names, contact data, settings and suspension. Stores password hashes and reset links; auth
 * decides on their validity.
 */
@Injectable()
export class UsersService {
  /** Batched: many arrive at the same time in the morning. */
  private readonly firstUses = new Batches<string, void>(
    (_today, ids) => this.countFirstUses(ids),
    FIRST_USES_AT_ONCE,
    (id) => id,
  );

  constructor(
    private readonly repository: UsersRepository,
    private readonly suggestableFans: SuggestableFansRepository,
    private readonly summaryCache: FanSummaries,
    private readonly reservedNames: ReservedNamesRepository,
    private readonly emails: FormerEmails,
    private readonly counters: CountersService,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws if a name or address is taken or reserved.
   *
   * @param own the fan whose own values do not count as taken
   */
  async requireFree(fan: Pick<NewFan, 'username' | 'email'>, own?: User): Promise<void> {
    // An unchanged name may be older than a rule that it breaks.
    const named = own?.username === fan.username ? own : namedAs(fan.username);
    if (named.usernameKey !== own?.usernameKey && isReserved(fan.username)) {
      throw InvalidInput.in('username', MESSAGES.usernameReserved);
    }
    refuseTaken(await this.repository.findTaken({ ...named, email: fan.email }, own?._id));
    // Sequential, not parallel: a change of name reserves the old name before it frees it.
    if (await this.reservedNames.isReserved(named, this.clock.now(), own?._id)) refuseTaken('name');
    await this.emails.requireUnreserved(fan.email, own?._id);
  }

  /** Reserves a name for a time. Call before its fan changes it. */
  holdName(fan: User): Promise<void> {
    return this.reservedNames.reserve(fan, new Date(this.clock.now().getTime() + NAME_RESERVED_MS));
  }

  async create(fan: NewFan): Promise<FanSummary> {
    const identity = {
      _id: newId(),
      userId: await this.repository.nextUserId(),
      username: fan.username,
      email: fan.email,
      phone: fan.phone,
    };
    const user: User = {
      ...identity,
      ...namedAs(fan.username),
      passwordHash: fan.passwordHash,
      fav_team1: '',
      fav_player: '',
      profilePicture: '',
      settings: { ...DEFAULT_SETTINGS, hideContact: fan.hideContact },
      counts: { friends: 0, followers: 0, posts: 0 },
      createdAt: this.clock.now(),
      foundBy: toFanSearchSuffixes(identity),
    };
    await inTransaction(async () => {
      await this.repository.insert(user);
      await this.emails.requireUnreserved(user.email, user._id);
      await this.counters.count('users', [user.createdAt], 1);
    });
    return toFanSummary(user);
  }

  /** For auth only: the result contains the password hash. */
  findByEmail(email: string): Promise<User | null> {
    return this.repository.findByEmail(email);
  }

  /** For auth only: the result contains the password hash. */
  findById(id: string): Promise<User | null> {
    return this.repository.findById(id);
  }

  /** Returns the id of the fan with this name, in any spelling; throws if there is none. */
  async idOf(username: string): Promise<string> {
    const id = await this.findIdByName(username);
    if (id === undefined) throw new NotFound('fan');
    return id;
  }

  /** Finds the id of the fan with this name, in any spelling. */
  async findIdByName(username: string): Promise<string | undefined> {
    const user = await this.repository.findByUsername(lookUpKeys(username));
    return user?._id;
  }

  /** Finds the id of a fan by name or id. */
  async findIdOf(nameOrId: string): Promise<string | undefined> {
    const id = plainId(nameOrId);
    if (id !== undefined) return id;
    const user = await this.repository.findByUsername(lookUpKeys(nameOrId));
    return user?._id;
  }

  /** Returns a fan's own data, without friends. */
  async ownProfile(id: string): Promise<OwnProfile> {
    const user = await this.repository.findById(id);
    if (!user) throw new NotFound('fan');
    return toOwnProfile(user);
  }

  /** Returns the profile of a fan by name, in any spelling, as this reader may see it. */
  async profileSeenBy(readerId: string, username: string): Promise<PublicProfile> {
    const user = await this.repository.findProfile(lookUpKeys(username));
    if (!user) throw new NotFound('fan');
    const isOwn = user._id === readerId;
    return toPublicProfile(user, isOwn || !user.settings.hideContact);
  }

  /**
   * Finds fans by the prefix of their name or of a later word in it; matches at the start first.
   */
  async search(text: string, except: ReadonlySet<string>, size: number): Promise<FanSummary[]> {
    const ranges = searchRanges(text);
    if (ranges.length === 0) return [];
    const { fans, isCut } = await this.repository.findByKeys(ranges, except, size);
    const key = usernameKey(text);
    const isExact = ({ username }: { username: string }) => usernameKey(username) === key;
    const exact = fans.find(isExact) ?? (isCut ? await this.findExact(fans, text, except) : null);
    return [exact, ...fans.filter((fan) => fan._id !== exact?._id)]
      .flatMap((fan) => fan ?? [])
      .slice(0, size)
      .map(toFanSummary);
  }

  /** Finds the fan of exactly this name if only similar names, or excluded fans, were read before. */
  private async findExact(
    found: readonly { username: string }[],
    text: string,
    except: ReadonlySet<string>,
  ) {
    const last = found.at(-1);
    if (last && !isSpelledLike(last.username, text)) return null;
    const exact = await this.repository.findByUsername(lookUpKeys(text));
    return exact && !except.has(exact._id) ? exact : null;
  }

  /** Returns a fan's favourite team; empty if there is none. */
  async teamOf(id: string): Promise<string> {
    return (await this.repository.findTeam(id)) ?? '';
  }

  /** Returns those of these fans who may be suggested: not deleted or suspended. */
  async suggestable(ids: readonly string[]): Promise<SuggestableFan[]> {
    if (ids.length === 0) return [];
    return (await this.suggestableFans.find(ids, this.clock.now())).map(toSuggestableFan);
  }

  /** Finds fans of the same team, most recently active first. */
  async teamMates(
    team: string,
    except: ReadonlySet<string>,
    size: number,
  ): Promise<SuggestableFan[]> {
    const fans = await this.suggestableFans.findOfTeam(team, except, size, this.clock.now());
    return fans.map(toSuggestableFan);
  }

  /** Finds the most recently active fans, and whether there are others. */
  async seenLast(
    except: ReadonlySet<string>,
    size: number,
  ): Promise<{ fans: SuggestableFan[]; hasMore: boolean }> {
    const { fans, hasMore } = await this.suggestableFans.findSeenLast(
      except,
      size,
      this.clock.now(),
    );
    return { fans: fans.map(toSuggestableFan), hasMore };
  }

  /** Returns names and pictures by id, without deleted fans. */
  summaries(ids: readonly string[]): Promise<Map<string, FanSummary>> {
    return this.summaryCache.of(ids);
  }

  /**
   * Returns until when what is made of these fans' summaries may be shown, by the clock, unless
   * `summaryChanges` grows before; undefined if not all of them are cached.
   */
  summariesValidUntil(ids: readonly string[]): number | undefined {
    return this.summaryCache.validUntil(ids);
  }

  /** How often this instance has changed any summary. */
  get summaryChanges(): number {
    return this.summaryCache.changes;
  }

  /** Call after a change of name or picture, or a deletion. */
  forget(id: string): void {
    this.summaryCache.invalidate(id);
  }

  /** Whether this fan exists. */
  exists(id: string): Promise<boolean> {
    return this.repository.exists(id);
  }

  /** Which of these fans exist. */
  presentOf(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.repository.findPresent(ids);
  }

  /** Stores that a fan is active; auth calls it at most once a minute per session. */
  async wasSeen(id: string): Promise<void> {
    const now = this.clock.now();
    if (await this.repository.touch(id, now, startOfDay(now))) return;
    await this.firstUses.add('today', id);
  }

  /** How many each of these fans follows. */
  friendsCounts(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.repository.findFriendsCounts(ids);
  }

  /** Returns a text that differs after each change of a fan's own follows. */
  followsVersionOf(id: string): Promise<string> {
    return this.repository.findFollowsVersion(id);
  }

  /** Counts the distinct fans active in the last days. */
  countActive(days: number): Promise<number> {
    return this.repository.countSeenSince(new Date(this.clock.now().getTime() - days * DAY_MS));
  }

  setReset(account: Pick<User, '_id' | 'email'>, reset: NonNullable<User['reset']>): Promise<void> {
    return this.repository.setReset(account, reset);
  }

  /**
   * Sets the password if the link is open and unexpired. Returns whether it did; the link is then
   * used up.
   */
  useReset(id: string, tokenHash: string, passwordHash: string): Promise<boolean> {
    return this.repository.useReset(id, tokenHash, this.clock.now(), passwordHash);
  }

  /** Replaces the verified password. Returns false if it has changed since. */
  replacePassword(id: string, checkedHash: string, passwordHash: string): Promise<boolean> {
    return this.repository.replacePassword(id, checkedHash, passwordHash);
  }

  /** Returns the suspension in force. */
  suspensionInForce(user: User): User['suspension'] {
    const { suspension } = user;
    return suspension?.until && suspension.until <= this.clock.now() ? undefined : suspension;
  }

  /**
   * Suspends a fan; the caller (auth) ends the sessions and notifies the fan. Returns whether the
   * fan exists.
   */
  suspend(id: string, suspension: { reason: string; until?: Date }): Promise<boolean> {
    const { reason, until } = suspension;
    const now = this.clock.now();
    const whole = { reason, at: now, ...(until ? { until } : {}) };
    return this.repository.setSuspension(id, whole, now);
  }

  /** Ends a suspension. Returns false if there was none. */
  restore(id: string): Promise<boolean> {
    return this.repository.setSuspension(id, undefined, this.clock.now());
  }

  /**
   * Removes the account itself: it has no login any more, its email is free and its name is
   * reserved.
   */
  async remove(id: string): Promise<void> {
    const user = await this.repository.findById(id);
    if (user) await this.holdName(user);
    await inTransaction(async () => {
      const createdAt = await this.repository.remove(id);
      if (createdAt) await this.counters.count('users', [createdAt], -1);
    });
    await this.reservedNames.forgetFan(id);
    this.forget(id);
  }

  private async countFirstUses(ids: readonly string[]): Promise<undefined[]> {
    const now = this.clock.now();
    await inTransaction(async () => {
      const first = await this.repository.touchFirst(ids, now, startOfDay(now));
      if (first === 0) return null;
      await this.counters.count('active', new Array<Date>(first).fill(now), 1);
      return first;
    });
    return ids.map(() => undefined);
  }
}

/** The first moment of a day in UTC. */
function startOfDay(moment: Date): Date {
  return new Date(moment.getTime() - (moment.getTime() % DAY_MS));
}

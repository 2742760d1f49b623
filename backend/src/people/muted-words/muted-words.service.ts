import { Injectable } from '@nestjs/common';
import type { MutedWord } from '@kickoff/contracts';

import type { Fan } from '../../common/auth/audience.js';
import { InvalidInput } from '../../common/errors/coded-errors.js';
import { Clock } from '../../common/time/clock.js';
import { BlockCache } from '../block-cache.js';
import type { MutedWordEntry } from './muted-words.schema.js';
import { MutedWordsRepository } from './muted-words.repository.js';
import { keyOfPattern, toWordPattern, type WordMatcher } from './word-matcher.js';

/**
 * Stores fans' muted words. The features that show texts decide what a match hides; `BlockCache`
 * caches the words with the fan's blocks.
 */
@Injectable()
export class MutedWordsService {
  constructor(
    private readonly repository: MutedWordsRepository,
    private readonly cache: BlockCache,
    private readonly clock: Clock,
  ) {}

  /** Returns the matcher of a fan's words that are muted now; most fans have none. */
  async matcherOf(fanId: string): Promise<WordMatcher> {
    return (await this.cache.get(fanId)).words.matcherAt(this.clock.now());
  }

  /** Lists a fan's words without expired ones. */
  async list(fanId: string): Promise<MutedWord[]> {
    const words = (await this.repository.findOf([fanId])).get(fanId) ?? [];
    return toMutedWords(words, this.clock.now());
  }

  /** Replaces the whole list; of entries that match the same texts the last counts. */
  async replace(fan: Fan, wanted: readonly MutedWord[]): Promise<MutedWord[]> {
    const now = this.clock.now();
    const words = new Map<string, MutedWordEntry>();
    for (const { word, until } of wanted) {
      const end = until === undefined ? {} : { until: new Date(until) };
      if (end.until && end.until <= now) throw new InvalidInput('until must be in the future');
      const key = keyOfPattern(toWordPattern(word));
      // Deleted first, so that the entry moves to the end.
      words.delete(key);
      words.set(key, { word, ...end });
    }
    const entries = [...words.values()];
    await this.repository.replace(fan.id, entries);
    await this.cache.invalidate(fan.id);
    return toMutedWords(entries, now);
  }

  /** Yields a fan's words for the data export. */
  async *exportOf(fanId: string): AsyncIterable<MutedWord> {
    yield* await this.list(fanId);
  }

  removeAllOf(fanId: string): Promise<void> {
    return this.repository.remove(fanId);
  }
}

function toMutedWords(words: readonly MutedWordEntry[], now: Date): MutedWord[] {
  return words
    .filter(({ until }) => !until || until > now)
    .map(({ word, until }) => ({ word, ...(until ? { until: until.toISOString() } : {}) }));
}

import { Injectable } from '@nestjs/common';
import {
  codePointLength,
  type FoundFan,
  type LeagueSummary,
  type Post,
  SEARCH_LENGTH,
  type SearchQuery,
  type SearchResults,
  type SearchType,
  type Team,
} from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Cursors } from '../common/http/cursors.js';
import type { Page } from '../common/http/page.js';
import { SearchService as FanSearch } from '../people/search.service.js';
import { hasOperators, parsePostQuery } from '../posts/search/post-query.js';
import { PostSearchService } from '../posts/search/post-search.service.js';
import { FootballSearch } from './football-search.js';

/** Results per kind in a search of all kinds. */
const GROUP_SIZE = 5;
/** Page size for clients that send no `limit`. */
const UNPAGED = 50;

type Found = FoundFan | Team | LeagueSummary | Post;

/** A search for one kind. */
interface KindQuery {
  type: SearchType;
  text: string;
  size: number;
  cursor?: string | undefined;
}

/** One search over fans, clubs, leagues and posts. Each feature defines its own matching. */
@Injectable()
export class SearchService {
  constructor(
    private readonly fans: FanSearch,
    private readonly football: FootballSearch,
    private readonly posts: PostSearchService,
    private readonly cursors: Cursors,
  ) {}

  /** Returns the best few of each kind. */
  async all(fan: Fan, text: string): Promise<SearchResults> {
    const best = { text, size: GROUP_SIZE };
    const [fans, teams, leagues, posts] = await Promise.all([
      this.findFans(fan, { ...best, type: 'fans' }),
      this.findTeams({ ...best, type: 'teams' }),
      this.findLeagues(fan, { ...best, type: 'leagues' }),
      this.findPosts(fan, { ...best, type: 'posts' }),
    ]);
    return { fans: fans.items, teams: teams.items, leagues: leagues.items, posts: posts.items };
  }

  /** Returns a page of one kind. */
  page(fan: Fan, type: SearchType, { q, limit, cursor }: SearchQuery): Promise<Page<Found>> {
    const query = { type, text: q, size: limit ?? UNPAGED, cursor };
    switch (type) {
      case 'fans':
        return this.findFans(fan, query);
      case 'teams':
        return this.findTeams(query);
      case 'leagues':
        return this.findLeagues(fan, query);
      case 'posts':
        return this.findPosts(fan, query);
    }
  }

  private async findFans(fan: Fan, query: KindQuery): Promise<Page<FoundFan>> {
    const { text, size, cursor } = query;
    const list = listOf(query);
    const after = cursor === undefined ? undefined : this.cursors.decodeText(list, cursor);
    if (isForPostsOnly(text)) return { items: [] };
    const { fans, next } = await this.fans.page(fan, text, size, after);
    return {
      items: fans,
      ...(next === undefined ? {} : { next: this.cursors.encodeText(list, next) }),
    };
  }

  private async findTeams(query: KindQuery): Promise<Page<Team>> {
    const teams = isForPostsOnly(query.text) ? [] : await this.football.teams(query.text);
    return this.cut(query, teams, ({ id }) => id);
  }

  private async findLeagues(fan: Fan, query: KindQuery): Promise<Page<LeagueSummary>> {
    const leagues = isForPostsOnly(query.text) ? [] : await this.football.leagues(fan, query.text);
    return this.cut(query, leagues, ({ league }) => league);
  }

  private async findPosts(fan: Fan, query: KindQuery): Promise<Page<Post>> {
    const { text, size, cursor } = query;
    const wanted = parsePostQuery(isTooShort(text) ? '' : text);
    return this.posts.search(fan, wanted, { list: listOf(query), size, cursor });
  }

  /** Cuts a page out of an in-memory list; it starts after the item of the cursor. */
  private cut<Item>(
    query: KindQuery,
    items: readonly Item[],
    keyOf: (item: Item) => string,
  ): Page<Item> {
    const { size, cursor } = query;
    const list = listOf(query);
    const after = cursor === undefined ? undefined : this.cursors.decodeText(list, cursor);
    const start = after === undefined ? 0 : items.findIndex((item) => keyOf(item) === after) + 1;
    const page = items.slice(start, start + size);
    const last = page.at(-1);
    const hasMore = start + size < items.length && last !== undefined;
    return {
      items: page,
      ...(hasMore ? { next: this.cursors.encodeText(list, keyOf(last)) } : {}),
    };
  }
}

/** The name of a search, so that its cursors are invalid for others. */
function listOf({ type, text }: KindQuery): string {
  return `search:${type}:${text}`;
}

function isTooShort(text: string): boolean {
  return codePointLength(text) < SEARCH_LENGTH.min;
}

/** Returns whether only posts can match. */
function isForPostsOnly(text: string): boolean {
  return isTooShort(text) || hasOperators(parsePostQuery(text));
}

import { homeLeagueOf, type SearchResults } from '@kickoff/contracts';
import { Avatar, ClubBadge, FilledText, Icon, icons } from '@kickoff/ui';
import { addressOf, pictureAddress } from '@kickoff/web';
import type { ReactNode } from 'react';

import { texts } from '../../texts';
import { searchAddress } from './search-address';

/** Something to choose in the list of a search. */
export interface SearchOption {
  key: string;
  address: string;
  content: ReactNode;
}

export interface OptionGroup {
  name: string;
  options: SearchOption[];
}

function toTeam(team: SearchResults['teams'][number]): SearchOption[] {
  const league = homeLeagueOf(team);
  if (!league) return [];
  const address = `${addressOf('League', { league })}?team=${encodeURIComponent(team.name)}`;
  return [
    {
      key: team.id,
      address,
      content: (
        <>
          <ClubBadge club={team} size={28} />
          <span>{team.name}</span>
        </>
      ),
    },
  ];
}

/** Returns the results by kind. A kind without results is left out. */
export function toGroups({ fans, teams, leagues, posts }: SearchResults): OptionGroup[] {
  const groups: OptionGroup[] = [
    {
      name: texts.search.fans,
      options: fans.map((fan) => ({
        key: fan._id,
        address: addressOf('FoundFan', { username: fan.username }),
        content: (
          <>
            <Avatar fan={fan} picture={pictureAddress(fan)} size={32} />
            <span>{fan.username}</span>
            {fan.following ? (
              <span className="ko-chip ko-chip--brand">{texts.search.following}</span>
            ) : null}
          </>
        ),
      })),
    },
    { name: texts.search.teams, options: teams.flatMap(toTeam) },
    {
      name: texts.search.leagues,
      options: leagues.map(({ league, name }) => ({
        key: league,
        address: addressOf('League', { league }),
        content: (
          <>
            <Icon icon={icons.trophy} />
            <span>{name}</span>
          </>
        ),
      })),
    },
    {
      name: texts.search.posts,
      options: posts.map((post) => ({
        key: post._id,
        address: addressOf('Post', { postId: post._id }),
        content: (
          <>
            <Avatar fan={post.user} picture={pictureAddress(post.user)} size={32} />
            <span className="ko-found__post">
              <b>{post.user.username}</b> <span dir="auto">{post.text}</span>
            </span>
          </>
        ),
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** Returns what the fan searched for last. */
export function toRecentGroups(searches: readonly string[]): OptionGroup[] {
  if (searches.length === 0) return [];
  const options = searches.map((text) => ({
    key: text,
    address: searchAddress(text),
    content: (
      <>
        <Icon icon={icons.search} size={16} />
        <span dir="auto">{text}</span>
      </>
    ),
  }));
  return [{ name: texts.search.recent, options }];
}

/** Returns the option that leads to the page with all results. */
export function toAllResults(text: string): SearchOption {
  return {
    key: 'all',
    address: searchAddress(text),
    content: (
      <>
        <Icon icon={icons.search} size={16} />
        <span>
          <FilledText text={texts.search.all} values={{ text: <b dir="auto">{text}</b> }} />
        </span>
      </>
    ),
  };
}

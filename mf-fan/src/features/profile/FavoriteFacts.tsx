import { homeLeagueOf, type OwnProfile, type Team } from '@kickoff/contracts';
import { ClubBadge, UnknownClubBadge } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';
import type { ReactNode } from 'react';

import { texts } from '../../texts';

interface FactProps {
  name: string;
  picture: ReactNode;
  /** Undefined while loading. */
  value: string | undefined;
  /** Rendered instead of the plain value. */
  children?: ReactNode;
  /** Rendered beside an empty value. */
  choice?: ReactNode;
}

function Fact({ name, value, picture, children, choice }: FactProps) {
  return (
    <div className="ko-fact">
      <dt>{name}</dt>
      <dd className={value === '' ? 'ko-none' : undefined}>
        <span className="ko-fact__pic" aria-hidden="true">
          {picture}
        </span>
        {value === '' ? texts.favorites.none : (children ?? value)}
        {value === '' ? choice : null}
        {value === undefined ? <span className="ko-sk ko-sk--line" /> : null}
      </dd>
    </div>
  );
}

interface FavoriteFactsProps {
  /** Undefined while loading. */
  fan: Pick<OwnProfile, 'fav_team1' | 'fav_player'> | undefined;
  /** The club that the team's name stands for, once known. */
  club: Team | null | undefined;
  /** Lets the fan choose a team where there is none. */
  isOwn?: boolean;
  className?: string;
}

function TeamChoice() {
  return (
    <>
      {' '}
      <Link
        className="ko-link"
        to={`${addressOf('OwnProfile')}?edit=1`}
        aria-label={texts.favorites.chooseTeam}
      >
        {texts.favorites.choose}
      </Link>
    </>
  );
}

/** A fan's favourite team and player. */
export function FavoriteFacts({ fan, club, isOwn = false, className }: FavoriteFactsProps) {
  const league = club && homeLeagueOf(club);
  return (
    <dl className={className}>
      <Fact
        name={texts.favorites.team}
        value={fan?.fav_team1}
        picture={
          club ? (
            <ClubBadge club={club} size={36} />
          ) : (
            <UnknownClubBadge name={fan?.fav_team1 ?? ''} size={36} />
          )
        }
        choice={isOwn ? <TeamChoice /> : null}
      >
        {league ? <Link to={addressOf('League', { league })}>{fan?.fav_team1}</Link> : undefined}
      </Fact>
      <Fact
        name={texts.favorites.player}
        value={fan?.fav_player}
        picture={
          <svg className="ko-shirt" viewBox="0 0 34 34">
            <path
              fill="currentColor"
              d="m11 4-8 4.5 2.8 7L9 14v15.5h16V14l3.2 1.5 2.8-7L23 4c-1.5 3-10.5 3-12 0Z"
            />
          </svg>
        }
      />
    </dl>
  );
}

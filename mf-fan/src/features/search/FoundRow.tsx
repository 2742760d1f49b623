import { homeLeagueOf, type FoundFan, type LeagueSummary, type Team } from '@kickoff/contracts';
import { Avatar, ClubBadge, Icon, icons } from '@kickoff/ui';
import { addressOf, Link, pictureAddress } from '@kickoff/web';
import type { ReactNode } from 'react';

import { texts } from '../../texts';
import styles from './FoundRow.module.css';

interface RowProps {
  to: string;
  picture: ReactNode;
  name: string;
  hint: string;
}

function Row({ to, picture, name, hint }: RowProps) {
  return (
    <li>
      <Link className={styles.row} to={to} data-result="">
        {picture}
        <span>
          <b dir="auto">{name}</b>
          {hint === '' ? null : <small> {hint}</small>}
        </span>
      </Link>
    </li>
  );
}

interface FanRowProps {
  fan: FoundFan;
  readerId: string | undefined;
}

/** A found fan. The reader's own name leads to the own profile. */
export function FanRow({ fan, readerId }: FanRowProps) {
  const { _id, username } = fan;
  const isReader = _id === readerId;
  const hint = fan.following ? texts.follow.following : '';
  return (
    <Row
      to={isReader ? addressOf('OwnProfile') : addressOf('FoundFan', { username })}
      picture={<Avatar fan={fan} picture={pictureAddress(fan)} size={36} />}
      name={username}
      hint={isReader ? texts.search.you : hint}
    />
  );
}

/** A found team. Leads to its matches in the league of its country. */
export function TeamRow({ team }: { team: Team }) {
  const league = homeLeagueOf(team);
  const matches =
    league && `${addressOf('League', { league })}?team=${encodeURIComponent(team.name)}`;
  return (
    <Row
      to={matches ?? addressOf('Leagues')}
      picture={<ClubBadge club={team} size={36} />}
      name={team.name}
      hint={team.tla}
    />
  );
}

export function LeagueRow({ league }: { league: LeagueSummary }) {
  return (
    <Row
      to={addressOf('League', { league: league.league })}
      picture={
        <span className={styles.league}>
          <Icon icon={icons.trophy} />
        </span>
      }
      name={league.name}
      hint={league.country}
    />
  );
}

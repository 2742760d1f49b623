import type { FanSummary } from '@kickoff/contracts';
import { addressOf, Link } from '@kickoff/web';
import type { ReactNode } from 'react';

interface FanLinkProps {
  fan: FanSummary;
  readerId: string | undefined;
  id?: string;
  className?: string;
  /** Stands before the name. */
  children?: ReactNode;
}

/** A fan's name, leading to the fan's page; the reader's own to the own profile. */
export function FanLink({ fan, readerId, children, ...link }: FanLinkProps) {
  const to =
    fan._id === readerId
      ? addressOf('OwnProfile')
      : addressOf('FriendProfile', { username: fan.username });
  return (
    <Link {...link} to={to}>
      {children}
      {fan.username}
    </Link>
  );
}

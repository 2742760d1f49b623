import type { FanSummary } from '@kickoff/contracts';
import { addressOf, Link } from '@kickoff/web';
import type { ReactNode } from 'react';

interface FanLinkProps {
  fan: FanSummary;
  readerId: string | undefined;
  id?: string;
  className?: string;
  /** Rendered before the name. */
  children?: ReactNode;
}

/** A fan's name as a link to the profile; the reader's own leads to the own profile. */
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

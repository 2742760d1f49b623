import { clubColors } from './club-colors';

interface ClubBadgeProps {
  /** Three letters, of which two are drawn, and the club's colours, main colour first. */
  club: { tla: string; colors: readonly [string, string] };
  size?: 20 | 28 | 36 | 48 | undefined;
}

/**
 * A club's shield, drawn from data because real crests are protected. The name is shown beside it.
 */
export function ClubBadge({ club: { tla, colors }, size }: ClubBadgeProps) {
  return (
    <span
      className={size ? `ko-club ko-club--${size}` : 'ko-club'}
      style={clubColors(colors)}
      aria-hidden="true"
    >
      {tla.slice(0, 2)}
    </span>
  );
}

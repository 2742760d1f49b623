export interface AvatarProps {
  fan: { _id: string; username: string };
  /** Address of the picture. Without one the initials are shown. */
  picture?: string | undefined;
  size?: 24 | 28 | 32 | 36 | 44 | 56 | 64 | 112;
  /** Draws a ring around a fan with stories; true if one of them is unseen. */
  ring?: 'new' | 'seen';
}

function initialsOf(username: string): string {
  const words = username.split(/[ _.-]+/).filter((word) => word !== '');
  const [first = '', second] = words.map((word) => Array.from(word));
  return [first[0], second ? second[0] : first[1]].join('').toUpperCase();
}

/** One of the eight avatar colours, always the same for one fan. */
function colourOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 9973;
  return (sum % 8) + 1;
}

/**
 * A fan's picture. It has no accessible name: the caller shows the name beside it or on the
 * control.
 */
export function Avatar({ fan, picture, size, ring }: AvatarProps) {
  const classes = ['ko-av'];
  if (size) classes.push(`ko-av--${size}`);
  if (ring) classes.push('ko-av--story');
  if (ring === 'seen') classes.push('ko-av--seen');
  const className = classes.join(' ');
  if (picture !== undefined) {
    return (
      <span className={className}>
        <img src={picture} alt="" />
      </span>
    );
  }
  return (
    <span
      className={className}
      data-c={colourOf(fan._id)}
      data-i={initialsOf(fan.username)}
      aria-hidden="true"
    />
  );
}

interface ClubBadgeProps {
  /** Three letters, of which two are drawn, and the club's colours, main colour first. */
  club: { tla: string; colors: readonly [string, string] };
  size?: 20 | 28 | 36 | 48 | undefined;
}

/** Relative luminance of `#rrggbb`, as WCAG 2 defines it. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Above this luminance black text has more contrast; at it, both have at least 4.5:1. */
const EVEN_LUMINANCE = 0.179;

/**
 * A club's shield, drawn from data because real crests are protected. The name is shown beside it.
 */
export function ClubBadge({ club: { tla, colors }, size }: ClubBadgeProps) {
  const [main, chief] = colors;
  return (
    <span
      className={size ? `ko-club ko-club--${size}` : 'ko-club'}
      style={{
        '--c1': main,
        '--c2': chief,
        '--ct': luminanceOf(main) > EVEN_LUMINANCE ? '#000' : '#fff',
      }}
      aria-hidden="true"
    >
      {tla.slice(0, 2)}
    </span>
  );
}

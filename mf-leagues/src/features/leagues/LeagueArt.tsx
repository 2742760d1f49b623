import type { LeagueLook } from './league-looks';

/**
 * A league's illustration without its background, which is dark in both themes and so cannot use
 * `--flood`.
 */
export function LeagueArt({ look: { lines, ball } }: { look: LeagueLook }) {
  return (
    <>
      <g fill="none" stroke="currentColor" strokeOpacity=".88" strokeWidth="3.5">
        {lines}
      </g>
      <g fill="#efd044">{ball}</g>
    </>
  );
}

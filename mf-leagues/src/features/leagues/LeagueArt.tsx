import type { LeagueLook } from './league-looks';

/** A league's drawing, without its ground, which is dark in both themes and so is not for `--flood`. */
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

import type { League } from '@kickoff/contracts';
import type { ReactNode } from 'react';

import { texts } from '../../texts';

export interface LeagueLook {
  name: string;
  country: string;
  /** How many clubs its table has; the space for it is reserved while it loads. */
  clubs: number;
  /** The two colours of the field's gradient. */
  shade: readonly [string, string];
  /** The part of a pitch that identifies the league: white lines on a field of 320 by 180. */
  lines: ReactNode;
  /** The ball or the flag, in floodlight yellow. */
  ball: ReactNode;
}

const net = [58, 75, 92, 109, 126, 143, 160, 177, 194, 211, 228, 245, 262]
  .map((x) => `M${x} 46V190`)
  .concat([66, 86, 106, 128, 152, 176].map((y) => `M48 ${y}h224`))
  .join('');

/** Static data of each league, available before its data has loaded. */
export const LEAGUE_LOOKS: Readonly<Record<League, LeagueLook>> = {
  champions_league: {
    name: texts.leagueNames.champions_league,
    country: texts.countries.champions_league,
    clubs: 36,
    shade: ['#2b3f8f', '#161f52'],
    lines: (
      <>
        <path d="M96 42h128L330 200M96 42-10 200M160 42v150" />
        <ellipse cx="160" cy="116" rx="74" ry="25" />
      </>
    ),
    ball: (
      <>
        <ellipse cx="160" cy="118" rx="9" ry="3" fill="#000" opacity=".35" />
        <circle cx="160" cy="104" r="9" />
      </>
    ),
  },
  premier_league: {
    name: texts.leagueNames.premier_league,
    country: texts.countries.premier_league,
    clubs: 20,
    shade: ['#6a2a6e', '#3a1346'],
    lines: (
      <>
        <path d="M160-10v200" />
        <circle cx="160" cy="90" r="52" />
      </>
    ),
    ball: <circle cx="160" cy="90" r="7" />,
  },
  la_liga: {
    name: texts.leagueNames.la_liga,
    country: texts.countries.la_liga,
    clubs: 20,
    shade: ['#b03a2a', '#6f1c25'],
    lines: <path d="M60 190V62h200v128M110 190v-62h100v62M118 62a46 46 0 0 1 84 0" />,
    ball: <circle cx="160" cy="98" r="6" />,
  },
  serie_a: {
    name: texts.leagueNames.serie_a,
    country: texts.countries.serie_a,
    clubs: 20,
    shade: ['#1c64a8', '#123466'],
    lines: (
      <>
        <path d={net} strokeOpacity=".34" strokeWidth="1.6" />
        <path d="M46 190V44h228v146" strokeWidth="6" />
      </>
    ),
    ball: <circle cx="226" cy="80" r="9" />,
  },
  bundesliga: {
    name: texts.leagueNames.bundesliga,
    country: texts.countries.bundesliga,
    clubs: 18,
    shade: ['#a3262e', '#4d1018'],
    lines: (
      <>
        <path d="M330 142H92V-10M92 92a50 50 0 0 1 50 50" />
        <path d="M92 142 76 64" strokeLinecap="round" />
      </>
    ),
    ball: <path d="M76 62 38 82l44 12Z" />,
  },
  ligue_1: {
    name: texts.leagueNames.ligue_1,
    country: texts.countries.ligue_1,
    clubs: 18,
    shade: ['#33508a', '#152646'],
    lines: <path d="M-10 112h340M92 112a74 74 0 0 1 136 0" />,
    ball: <circle cx="160" cy="146" r="7" />,
  },
  indian_super_league: {
    name: texts.leagueNames.indian_super_league,
    country: texts.countries.indian_super_league,
    clubs: 13,
    shade: ['#b2641a', '#6b310f'],
    lines: (
      <>
        <path d="M-10 150h340" />
        <path d="M36 150C80 24 190 10 262 86" strokeDasharray="1 11" strokeLinecap="round" />
      </>
    ),
    ball: <circle cx="268" cy="94" r="10" />,
  },
  eredivisie: {
    name: texts.leagueNames.eredivisie,
    country: texts.countries.eredivisie,
    clubs: 18,
    shade: ['#12735a', '#083c30'],
    lines: (
      <>
        <ellipse cx="160" cy="96" rx="66" ry="34" />
        <ellipse cx="160" cy="92" rx="104" ry="58" strokeOpacity=".55" />
        <ellipse cx="160" cy="88" rx="142" ry="82" strokeOpacity=".3" />
        <path d="M160 62v68" strokeWidth="2.5" />
      </>
    ),
    ball: <circle cx="160" cy="96" r="6" />,
  },
};

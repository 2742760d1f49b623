/** The eight leagues, in the order in which the product shows them. The name is also the page's address. */
export const LEAGUES = [
  'champions_league',
  'premier_league',
  'la_liga',
  'serie_a',
  'bundesliga',
  'ligue_1',
  'indian_super_league',
  'eredivisie',
] as const;
export type League = (typeof LEAGUES)[number];

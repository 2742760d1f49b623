/** A fan of the demo cast. Those without a known login are there to be read and followed. */
export interface DemoFan {
  username: string;
  email: string;
  phone: string;
  joinedDaysAgo: number;
}

/** A post of the demo cast, by the position of its author in the cast. */
export interface DemoPost {
  by: number;
  hoursAgo: number;
  text: string;
}

const fan = (username: string, mailbox: string, line: number, joinedDaysAgo: number): DemoFan => ({
  username,
  email: `${mailbox}@kickoff.example`,
  phone: `+44 20 7946 0${line}`,
  joinedDaysAgo,
});

/** The first two have the demo logins of the contracts. */
export const DEMO_FANS: readonly DemoFan[] = [
  fan('Alex Marlow', 'alex', 101, 212),
  fan('Sam Okafor', 'sam', 102, 198),
  fan('Inês Carvalho', 'ines', 103, 171),
  fan('Jonas Brandt', 'jonas', 104, 150),
  fan('Priya Raman', 'priya', 105, 133),
  fan('Mateo Quiroga', 'mateo', 106, 118),
  fan('Lotte de Wit', 'lotte', 107, 96),
  fan('Tommaso Greco', 'tommaso', 108, 74),
  fan('Aoife Brennan', 'aoife', 109, 61),
  fan('Yann Lefort', 'yann', 110, 45),
  fan('Debolina Sen', 'debolina', 111, 23),
  fan('Niklas Holm', 'niklas', 112, 9),
];

export const DEMO_ADMIN_NAME = 'Robin Keeper';

export const DEMO_POSTS: readonly DemoPost[] = [
  {
    by: 2,
    hoursAgo: 47,
    text: 'Away end, row four, no roof, steady rain. Would not swap it for any sofa.',
  },
  {
    by: 7,
    hoursAgo: 45,
    text: 'A back three only works when the wide ones want to run. Ours do, at last.',
  },
  {
    by: 3,
    hoursAgo: 42,
    text: 'First match with my daughter today. She asked why nobody hugs the referee.',
  },
  {
    by: 5,
    hoursAgo: 40,
    text: 'That free kick went round the wall, round the keeper and round every word I had for it. ⚽',
  },
  {
    by: 0,
    hoursAgo: 37,
    text: 'Unpopular opinion: a good nil-nil has more in it than half of the four-threes.',
  },
  {
    by: 8,
    hoursAgo: 35,
    text: 'Our groundsman deserves a song. Three weeks of storm and the pitch looks like a carpet.',
  },
  {
    by: 4,
    hoursAgo: 32,
    text: 'The noise when the floodlights came back on. Kolkata, you never do things quietly.',
  },
  {
    by: 6,
    hoursAgo: 29,
    text: 'Academy lad, nineteen, first start, and he asked for the ball every single time. 👏',
  },
  {
    by: 9,
    hoursAgo: 27,
    text: 'Extra time on a Tuesday and the last train gone. Walking home singing, then.',
  },
  {
    by: 1,
    hoursAgo: 25,
    text: 'Who else keeps every ticket stub? Mine fill two shoe boxes and most of a drawer.',
  },
  {
    by: 10,
    hoursAgo: 23,
    text: 'Our keeper shouted for ninety minutes. I was in the top tier and I know what he had for lunch.',
  },
  {
    by: 11,
    hoursAgo: 20,
    text: 'New here! Second-division romantic, terrible five-a-side defender. Whom should I follow?',
  },
  {
    by: 2,
    hoursAgo: 18,
    text: 'Predictions for the derby, please. Loser wears the other scarf to work on Monday.',
  },
  {
    by: 3,
    hoursAgo: 15,
    text: 'Pressing high is easy to draw on a napkin. In the eightieth minute it is all about lungs.',
  },
  {
    by: 5,
    hoursAgo: 13,
    text: 'My grandfather saw that stand being built. Today they painted it, and he approved the colour.',
  },
  {
    by: 7,
    hoursAgo: 10,
    text: 'Whoever decided on a noon kick-off has never met our supporters before coffee. ☕',
  },
  {
    by: 8,
    hoursAgo: 8,
    text: 'Bought a half-time pie. Missed the goal. The pie was not worth it. It never is. I will do it again.',
  },
  { by: 0, hoursAgo: 6, text: 'Home draw in the cup! Sam, you are bringing the flag this time.' },
  { by: 1, hoursAgo: 5, text: 'The flag is washed and ironed, Alex. The drum is your job.' },
  {
    by: 4,
    hoursAgo: 3,
    text: 'A clean sheet with ten players. I have no nails left and no regrets.',
  },
  {
    by: 6,
    hoursAgo: 1,
    text: 'Line-ups are out. Two up front. I am nervous and delighted in equal parts.',
  },
];

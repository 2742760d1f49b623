import type { DemoScene } from './scenes.js';

/** The clips of the demo cast, files of backend/demo-files; tools/demo-files.mjs draws them. */
export type DemoClip = 'keepy-uppy' | 'wave' | 'counter' | 'lights';

export interface DemoComment {
  /** By the position in the cast. */
  by: number;
  minutesLater: number;
  text: string;
}

/** A poll, with the fans who voted for each option, by their positions in the cast. */
export interface DemoPoll {
  endsAfterHours: number;
  options: readonly { text: string; by: readonly number[] }[];
}

/** A post of the demo cast, by the position of its author in the cast. */
export interface DemoPost {
  by: number;
  hoursAgo: number;
  text: string;
  picture?: DemoScene;
  /** What the picture shows. */
  alt?: string;
  clip?: DemoClip;
  /** The position of the post that it quotes in the same list. */
  quotes?: number;
  poll?: DemoPoll;
  /** About the match that kicked off last before it. */
  isAboutMatch?: true;
  /** How many of the cast like it. */
  likes: number;
  comments?: readonly DemoComment[];
}

/** Oldest first. */
export const DEMO_POSTS: readonly DemoPost[] = [
  {
    by: 2,
    hoursAgo: 47,
    text: 'Away end, row four, no roof, steady rain. Would not swap it for any sofa.',
    picture: 'awayRain',
    alt: 'A corner flag in the rain, the away end packed behind it',
    likes: 14,
    comments: [
      { by: 8, minutesLater: 20, text: 'That roof was a promise in 1998.' },
      { by: 0, minutesLater: 45, text: 'Row four is where the songs start.' },
      {
        by: 13,
        minutesLater: 90,
        text: 'Got the same photo from the other side. Drier, louder at you.',
      },
    ],
  },
  {
    by: 12,
    hoursAgo: 46,
    text: 'Sunday league, minus two degrees, and the ref brought tea for both sides. Best league in the world.',
    picture: 'boots',
    alt: 'Two orange boots and a ball on the touchline',
    likes: 13,
  },
  {
    by: 7,
    hoursAgo: 45,
    text: 'A back three only works when the wide ones want to run. Ours do, at last.',
    likes: 6,
    comments: [{ by: 3, minutesLater: 15, text: 'Until one of them gets a knock.' }],
  },
  {
    by: 16,
    hoursAgo: 44,
    text: 'Naples at night, every window open, every television on the same match. You do not need a ticket.',
    likes: 16,
  },
  {
    by: 3,
    hoursAgo: 42,
    text: 'First match with my daughter today. She asked why nobody hugs the referee.',
    likes: 21,
    comments: [
      { by: 14, minutesLater: 12, text: 'She has understood more than most pundits.' },
      { by: 2, minutesLater: 30, text: 'Take her again. Always.' },
      { by: 19, minutesLater: 65, text: 'Mine asked who wins if both keepers are sad.' },
      { by: 6, minutesLater: 130, text: '❤️' },
    ],
  },
  {
    by: 13,
    hoursAgo: 41,
    text: 'Dad has sat in the same seat since 1974. They changed the seat, he did not notice, he was watching the match.',
    likes: 20,
    comments: [{ by: 8, minutesLater: 30, text: 'This is the whole sport in one sentence.' }],
  },
  {
    by: 5,
    hoursAgo: 40,
    isAboutMatch: true,
    text: 'That free kick went round the wall, round the keeper and round every word I had for it. ⚽',
    clip: 'keepy-uppy',
    likes: 12,
    comments: [
      { by: 9, minutesLater: 8, text: 'I have watched it eleven times.' },
      { by: 17, minutesLater: 40, text: 'The wall still has not moved.' },
    ],
  },
  {
    by: 20,
    hoursAgo: 38,
    text: 'Drew this for our under-elevens. They scored from it. I may retire.',
    clip: 'counter',
    likes: 17,
    comments: [
      { by: 3, minutesLater: 14, text: 'Sign the child in the middle.' },
      { by: 6, minutesLater: 22, text: 'The run without the ball is the goal.' },
    ],
  },
  {
    by: 0,
    hoursAgo: 37,
    text: 'Unpopular opinion: a good nil-nil has more in it than half of the four-threes.',
    likes: 4,
    comments: [
      { by: 7, minutesLater: 5, text: 'At last someone says it.' },
      { by: 20, minutesLater: 9, text: 'Absolutely not.' },
      { by: 1, minutesLater: 14, text: 'Alex. No.' },
      { by: 16, minutesLater: 33, text: 'A nil-nil with two red cards, perhaps.' },
    ],
  },
  {
    by: 8,
    hoursAgo: 35,
    text: 'Our groundsman deserves a song. Three weeks of storm and the pitch looks like a carpet.',
    picture: 'oldStand',
    alt: 'The old stand in green and claret, the pitch like a carpet in front of it',
    likes: 17,
    comments: [
      { by: 22, minutesLater: 25, text: 'To the tune of anything. He deserves a whole album.' },
    ],
  },
  {
    by: 18,
    hoursAgo: 34,
    isAboutMatch: true,
    text: 'Five changes at once. I looked down for my chai and did not recognise anyone.',
    likes: 8,
  },
  {
    by: 4,
    hoursAgo: 32,
    text: 'The noise when the floodlights came back on. Kolkata, you never do things quietly.',
    picture: 'floodlights',
    alt: 'A full ground at night under four rows of lamps',
    likes: 19,
    comments: [
      { by: 10, minutesLater: 6, text: 'I was there, my ears still ring.' },
      { by: 18, minutesLater: 50, text: 'Same in Goa in 2019. You never forget it.' },
    ],
  },
  {
    by: 14,
    hoursAgo: 30,
    text: 'Somebody sang alone for six minutes and then the whole end joined in. I was the somebody. No regrets.',
    likes: 22,
    comments: [
      { by: 16, minutesLater: 7, text: 'Heroic.' },
      { by: 2, minutesLater: 11, text: 'Six!' },
      { by: 12, minutesLater: 55, text: 'Every end needs one.' },
    ],
  },
  {
    by: 6,
    hoursAgo: 29,
    isAboutMatch: true,
    text: 'Academy lad, nineteen, first start, and he asked for the ball every single time. 👏',
    likes: 9,
  },
  {
    by: 9,
    hoursAgo: 27,
    text: 'Extra time on a Tuesday and the last train gone. Walking home singing, then.',
    likes: 8,
    comments: [
      { by: 12, minutesLater: 18, text: 'Which song?' },
      { by: 9, minutesLater: 22, text: 'All of them, in order.' },
    ],
  },
  {
    by: 19,
    hoursAgo: 26,
    isAboutMatch: true,
    text: 'The wave reached us three times. I was only ready for it once.',
    clip: 'wave',
    likes: 11,
    comments: [{ by: 15, minutesLater: 18, text: 'Left side never waits.' }],
  },
  {
    by: 1,
    hoursAgo: 25,
    text: 'Who else keeps every ticket stub? Mine fill two shoe boxes and most of a drawer.',
    picture: 'tickets',
    alt: 'Six ticket stubs of different colours on a dark table',
    likes: 15,
    comments: [
      { by: 23, minutesLater: 35, text: 'Four shoe boxes. My wife has asked twice.' },
      { by: 4, minutesLater: 80, text: 'Digital tickets took this from us.' },
    ],
  },
  {
    by: 10,
    hoursAgo: 23,
    isAboutMatch: true,
    text: 'Our keeper shouted for ninety minutes. I was in the top tier and I know what he had for lunch.',
    likes: 7,
    comments: [{ by: 4, minutesLater: 10, text: 'Best keepers are the loud ones.' }],
  },
  {
    by: 15,
    hoursAgo: 22,
    text: 'Table football tournament at work tomorrow. Spinning is banned. This means war.',
    picture: 'tableFootball',
    alt: 'Table football, red against blue, seen from above',
    likes: 9,
    comments: [{ by: 11, minutesLater: 8, text: 'Rule one of any civilised office.' }],
  },
  {
    by: 11,
    hoursAgo: 20,
    text: 'New here! Second-division romantic, terrible five-a-side defender. Whom should I follow?',
    likes: 11,
    comments: [
      { by: 0, minutesLater: 3, text: 'Welcome! Start with Aoife, she knows every groundsman.' },
      { by: 8, minutesLater: 7, text: 'He is right, I do.' },
      { by: 15, minutesLater: 20, text: 'Second-division romantics of the world, unite.' },
    ],
  },
  {
    by: 2,
    hoursAgo: 18,
    text: 'Predictions for the derby, please. Loser wears the other scarf to work on Monday.',
    picture: 'scarves',
    alt: 'A red and white scarf and a blue and yellow one over the same rail',
    likes: 13,
    comments: [
      { by: 7, minutesLater: 4, text: '2-2 and everybody is cross.' },
      { by: 16, minutesLater: 11, text: '3-1, and you know for whom.' },
      { by: 5, minutesLater: 31, text: 'Whoever wears the blue one on Monday: photos please.' },
    ],
  },
  {
    by: 22,
    hoursAgo: 17,
    text: 'My first away day with the new lot. Sat with strangers, left with four phone numbers and a scarf.',
    likes: 14,
  },
  {
    by: 3,
    hoursAgo: 15,
    text: 'Pressing high is easy to draw on a napkin. In the eightieth minute it is all about lungs.',
    picture: 'napkin',
    alt: 'A plan drawn on a napkin: two wing backs running past a line of crosses',
    likes: 10,
    comments: [
      { by: 17, minutesLater: 9, text: 'Coffee stains are part of the plan.' },
      { by: 3, minutesLater: 16, text: 'They are the second ball.' },
    ],
  },
  {
    by: 23,
    hoursAgo: 14,
    text: 'From our street, our school, our club. On Sunday he starts. The bakery has named a bun after him.',
    likes: 18,
    comments: [{ by: 5, minutesLater: 12, text: 'We need a picture of this bun.' }],
  },
  {
    by: 5,
    hoursAgo: 13,
    text: 'My grandfather saw that stand being built. Today they painted it, and he approved the colour.',
    likes: 18,
    comments: [{ by: 22, minutesLater: 40, text: 'Tell him we said hello.' }],
  },
  {
    by: 24,
    hoursAgo: 12,
    text: 'Question for people with more patience: how do you choose a favourite player when everyone is good?',
    likes: 6,
    comments: [{ by: 21, minutesLater: 9, text: 'The one who falls over least.' }],
  },
  {
    by: 7,
    hoursAgo: 10,
    text: 'Whoever decided on a noon kick-off has never met our supporters before coffee. ☕',
    likes: 9,
    comments: [{ by: 14, minutesLater: 5, text: 'Second espresso at half-time or nothing.' }],
  },
  {
    by: 17,
    hoursAgo: 9,
    text: 'Clean shirt, lucky socks, same seat, same sandwich. If we lose today I change the sandwich.',
    likes: 7,
  },
  {
    by: 6,
    hoursAgo: 8,
    text: 'Line-ups are out. Two up front. I am nervous and delighted in equal parts.',
    poll: {
      endsAfterHours: 6 * 24,
      options: [
        { text: 'Brave', by: [2, 8, 10, 17] },
        { text: 'Reckless', by: [3, 7] },
        { text: 'Both, as always', by: [4, 9, 13] },
      ],
    },
    likes: 5,
    comments: [{ by: 17, minutesLater: 6, text: 'Two up front! In this economy!' }],
  },
  {
    by: 10,
    hoursAgo: 7,
    text: 'Derby week. My neighbours have hung their flag over my washing. I respect it.',
    likes: 12,
    comments: [{ by: 4, minutesLater: 6, text: 'Hang yours over their scooter.' }],
  },
  {
    by: 0,
    hoursAgo: 6,
    text: 'Home draw in the cup! Sam, you are bringing the flag this time.',
    picture: 'cupDraw',
    alt: 'Five balls in a glass bowl',
    likes: 12,
    comments: [{ by: 1, minutesLater: 4, text: 'Already washing it.' }],
  },
  {
    by: 1,
    hoursAgo: 5,
    text: 'The flag is washed and ironed, Alex. The drum is your job.',
    quotes: 30,
    likes: 6,
  },
  {
    by: 2,
    hoursAgo: 4.5,
    text: 'Training ground open to everyone today. Forty children, one ball, no offside. Football.',
    likes: 15,
  },
  {
    by: 4,
    hoursAgo: 3,
    text: 'A clean sheet with ten players. I have no nails left and no regrets.',
    likes: 10,
    comments: [{ by: 11, minutesLater: 9, text: 'My nails went with yours.' }],
  },
  {
    by: 16,
    hoursAgo: 2,
    text: 'Programme bought, pencil ready, my own team sheet filled in before the real one. Three right so far.',
    likes: 4,
  },
  {
    by: 13,
    hoursAgo: 1.4,
    text: 'Anyone else already hoarse before kick-off?',
    likes: 8,
    comments: [
      { by: 14, minutesLater: 3, text: 'Always.' },
      { by: 9, minutesLater: 6, text: 'Since Thursday.' },
    ],
  },
  {
    by: 8,
    hoursAgo: 1,
    text: 'Bought a half-time pie. Missed the goal. The pie was not worth it. It never is. I will do it again.',
    likes: 16,
    comments: [
      { by: 1, minutesLater: 6, text: 'You always do it again.' },
      { by: 20, minutesLater: 13, text: 'Worth it for this post.' },
    ],
  },
  {
    by: 9,
    hoursAgo: 0.6,
    text: 'On the train with two hundred of us. The conductor has given up and is singing.',
    likes: 5,
  },
];

/** The room of the top bar for its links at 960 px, and for its button More. */
const ROOM_PX = { links: 320, more: 70 };
const PADDING_PX = 24;
const CHARACTER_PX = 8;

/** Returns how many links the top bar shows; all others are behind More. */
export function countLinksInBar(labels: readonly string[]): number {
  let endPx = 0;
  const ends = labels.map(({ length }) => (endPx += PADDING_PX + CHARACTER_PX * length));
  if (endPx <= ROOM_PX.links + ROOM_PX.more) return labels.length;
  return ends.filter((end) => end <= ROOM_PX.links).length;
}

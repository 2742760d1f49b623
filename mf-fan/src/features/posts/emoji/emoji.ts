/** One emoji with its search words. */
export interface Emoji {
  character: string;
  name: string;
  keywords: string;
}

/** A curated list for football fans, `character|name|keywords`. */
const LIST = `
😀|grinning face|happy smile
😃|big smile|happy joy
😄|laughing eyes|happy smile joy
😁|beaming face|happy teeth
😆|squinting laugh|haha lol
😅|nervous laugh|sweat relief close
😂|tears of joy|laugh lol funny
🤣|rolling with laughter|rofl lol funny
🙂|slight smile|fine ok
🙃|upside-down face|irony silly
😉|wink|joke
😊|blushing smile|happy warm
😇|halo|angel innocent
🥰|smile with hearts|love
😍|heart eyes|love wow
🤩|star-struck|wow amazing
😘|blown kiss|love
😋|tasty|yum food
😜|winking tongue|joke silly
🤪|zany face|crazy wild
🤨|raised eyebrow|doubt really
🧐|monocle|inspect look
🤓|nerd|glasses tactics stats
😎|sunglasses|cool
🥳|party face|celebrate birthday win
😏|smirk|sly
😒|unamused|bored meh
😞|disappointed|sad lost
😔|thoughtful|sad sorry
😟|worried|nervous
🙁|slight frown|sad
😫|tired face|exhausted extra time
🥺|pleading eyes|please beg
😢|crying face|sad tear
😭|loud crying|sad tears lost
😤|huffing|proud angry steam
😠|angry face|mad
😡|furious face|mad rage red
🤬|swearing face|angry referee
🤯|mind blown|shock wow
😳|flushed face|embarrassed
🥵|hot face|heat
🥶|cold face|freezing winter
😱|screaming face|shock fear
😨|fearful face|scared
😰|cold sweat|nervous anxious
😥|relieved but sad|phew
😓|sweat|hard work
🤗|hug|welcome
🤔|thinking face|hmm doubt
🫣|peeking|cannot watch
🤭|hand over mouth|oops giggle
🤫|quiet|silence hush
😶|no mouth|speechless
😐|neutral face|meh
😬|grimace|awkward
🙄|rolling eyes|whatever var
😲|astonished face|wow
🥱|yawn|boring
😴|sleeping face|tired boring
🤤|drooling|want
🤐|zipped mouth|secret
🤢|sick face|ill
🤕|bandaged head|hurt injury
😈|horned smile|devil
💀|skull|dead finished
👻|ghost|missing
🤡|clown|joke
🤖|robot|machine
🐐|goat|greatest best
👍|thumbs up|yes good like
👎|thumbs down|no bad
👏|clapping hands|applause bravo
🙌|raised hands|celebrate hooray
🤝|handshake|deal fair play
🙏|folded hands|please thanks pray
💪|strong arm|power muscle
👊|fist bump|punch
✊|raised fist|together
🤞|crossed fingers|luck hope
✌️|victory hand|peace two
🤘|horns hand|rock
👌|ok hand|perfect
🤌|pinched fingers|what chef
👈|pointing left|back
👉|pointing right|there
👆|pointing up|above
👇|pointing down|below
☝️|one finger|first wait
✋|raised hand|stop
👋|waving hand|hello bye
🫡|salute|respect captain
🫶|heart hands|love thanks
🙋|person raising hand|me question
🤷|shrug|do not know
🤦|facepalm|oh no miss
🏃|runner|sprint counter
👀|eyes|look watch
🧠|brain|clever tactics
🦶|foot|kick left
🦵|leg|kick
⚽|football|soccer ball goal
🥅|goal net|score
🏟️|stadium|ground arena
🏆|trophy|cup win champions
🥇|gold medal|first winner
🥈|silver medal|second
🥉|bronze medal|third
🏅|medal|award
🧤|gloves|goalkeeper save
👟|boot|shoe
👕|shirt|kit jersey
🧣|scarf|supporter fan
🟨|yellow card|booking caution
🟥|red card|sent off
🚩|corner flag|offside
🏁|chequered flag|end finish
📣|megaphone|chant shout
🥁|drum|beat chant
🎉|party popper|celebrate
🎊|confetti ball|celebrate
🎆|fireworks|night celebrate
🎶|music notes|song chant
📺|television|watch tv var
📸|camera with flash|photo
🎥|film camera|video replay
⏱️|stopwatch|time added
⏰|alarm clock|time late
⏳|hourglass|wait time
📅|calendar|date fixture
📈|rising chart|up stats
📉|falling chart|down stats
📊|bar chart|stats table
💰|money bag|transfer fee
✍️|writing hand|sign contract
📝|memo|notes line-up
🔥|fire|hot form lit
💥|collision|bang strike
⭐|star|best
🌟|glowing star|brilliant
✨|sparkles|magic
⚡|lightning|fast quick
☀️|sun|weather
🌧️|rain cloud|weather wet
❄️|snowflake|cold winter
🌈|rainbow|pride hope
💯|hundred points|perfect full
✅|check mark|yes done
❌|cross mark|no wrong
❓|question mark|what
❗|exclamation mark|important
🚨|alarm light|breaking news
🔁|repeat|again replay
🔝|top arrow|best first
❤️|red heart|love
🧡|orange heart|love
💛|yellow heart|love
💚|green heart|love
💙|blue heart|love
💜|purple heart|love
🖤|black heart|love
🤍|white heart|love
💔|broken heart|sad lost
🍺|beer|drink pub
🍻|clinking beers|cheers drink pub
🍕|pizza|food
🍿|popcorn|watch drama
☕|hot drink|coffee tea half-time
🚌|bus|parked away day
✈️|plane|travel away
🦁|lion|strong
👑|crown|king queen best
`;

export const EMOJI: readonly Emoji[] = LIST.trim()
  .split('\n')
  .map((line) => {
    const [character = '', name = '', keywords = ''] = line.split('|');
    return { character, name, keywords };
  });

/** Finds the emoji that have, for each word of the query, a word starting with it. */
export function findEmoji(wanted: string): readonly Emoji[] {
  const beginnings = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return EMOJI.filter(({ name, keywords }) => {
    const words = `${name} ${keywords}`.split(/[ -]/);
    return beginnings.every((start) => words.some((word) => word.startsWith(start)));
  });
}

import type { TimelineEntryKind } from '@kickoff/contracts';

/** A line of the demo cast about an entry of a timeline. */
interface ThreadLine {
  text: string;
  secondsLater: number;
}

/** One line about an entry of each kind; `{team}` is the team that it is about. */
const LINES: Partial<Record<TimelineEntryKind, readonly ThreadLine[]>> = {
  kick_off: [
    { secondsLater: 40, text: 'Here we go. Phone down for the first ten minutes. Promise.' },
    { secondsLater: 95, text: 'Settled on the sofa, scarf on, nobody sits in the lucky seat.' },
    { secondsLater: 60, text: 'Kick-off. The tea is already cold and I do not care.' },
    { secondsLater: 120, text: 'Good start, good noise. You can hear the drum through the telly.' },
    { secondsLater: 75, text: 'Watching with three generations today. Gran has the remote.' },
    { secondsLater: 110, text: 'Anyone else standing up already? No? Just me, then.' },
    { secondsLater: 50, text: 'Away we go. Good luck, both of you, but one of you more.' },
    { secondsLater: 85, text: 'First tackle, first cheer. I missed this since Sunday.' },
  ],
  goal: [
    { secondsLater: 30, text: '{team}! The neighbours know it, too, now.' },
    { secondsLater: 55, text: 'What a finish. I have spilled everything I was holding.' },
    { secondsLater: 45, text: 'That is a proper {team} goal. Watch the run before the pass.' },
    { secondsLater: 80, text: 'Seen it five times. Still better each time.' },
    { secondsLater: 35, text: 'GET IN!' },
    { secondsLater: 65, text: 'Nobody picked up the runner. You cannot do that against {team}.' },
    { secondsLater: 50, text: 'The bench was on the pitch before the ball was in.' },
    { secondsLater: 90, text: 'Fair play to {team}, they earned that one.' },
    { secondsLater: 40, text: 'Did not see that coming, and I never look away.' },
  ],
  goal_cancelled: [
    { secondsLater: 30, text: 'Taken back. My heart needs its own review.' },
    { secondsLater: 45, text: 'Half a boot. They took it back for half a boot.' },
  ],
  half_time: [
    { secondsLater: 70, text: 'Half-time already. Kettle, pie, and back before the whistle.' },
    { secondsLater: 120, text: 'Who would you bring on? I would not change a thing.' },
    { secondsLater: 200, text: 'Good half. The midfield has not stopped running.' },
    { secondsLater: 95, text: 'Breathe. Same again, please, both of you.' },
  ],
  full_time: [
    { secondsLater: 60, text: 'That is it. Same seats next week, everyone.' },
    { secondsLater: 110, text: 'Great match to watch together. Thank you, thread.' },
    { secondsLater: 90, text: 'I need a lie-down after that.' },
    { secondsLater: 150, text: 'Clapped them all off. Both teams.' },
    { secondsLater: 75, text: 'Straight to the replay of the second half for me.' },
    { secondsLater: 130, text: 'Voice gone, battery at two per cent, worth it.' },
    { secondsLater: 100, text: 'Football, you have done it again.' },
    { secondsLater: 170, text: 'Right, who is putting the kettle on?' },
  ],
};

/** Maximum number of lines after an entry. */
const LINES_AFTER: Partial<Record<TimelineEntryKind, number>> = { kick_off: 2, full_time: 2 };

/**
 * Returns what the cast posts about an entry.
 *
 * @param team the name of the team that it is about
 * @param before number of earlier entries of its kind, in earlier threads too: each gets different
 * lines
 */
export function linesAbout(
  kind: TimelineEntryKind,
  team: string,
  before: number,
): readonly ThreadLine[] {
  const lines = LINES[kind] ?? [];
  const count = LINES_AFTER[kind] ?? 1;
  const from = lines.length === 0 ? 0 : (before * count) % lines.length;
  return [...lines, ...lines]
    .slice(from, from + Math.min(count, lines.length))
    .map(({ text, secondsLater }) => ({ secondsLater, text: text.replace('{team}', team) }));
}

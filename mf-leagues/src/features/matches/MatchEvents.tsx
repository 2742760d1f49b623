import type { MatchEvent, MatchPage } from '@kickoff/contracts';
import { ClubBadge, minuteInWords } from '@kickoff/ui';

const KINDS: Readonly<Record<MatchEvent['kind'], string>> = {
  goal: 'Goal',
  penalty: 'Goal by penalty',
  own_goal: 'Own goal',
  disallowed_goal: 'Goal taken back after video review',
  yellow_card: 'Yellow card',
  red_card: 'Red card',
};

function wordsOf({ kind, assist }: MatchEvent): string {
  return assist ? `${KINDS[kind]}, assist by ${assist.name}` : KINDS[kind];
}

interface MatchEventsProps {
  match: MatchPage;
  events: MatchEvent[];
}

/** Goals and cards in the order in which they happened. */
export function MatchEvents({ match, events }: MatchEventsProps) {
  if (events.length === 0) return <p className="ko-empty">No goals or cards yet.</p>;
  return (
    <ol className="ko-list">
      {events.map((event) => {
        const team = match[event.team];
        return (
          <li key={`${event.minute} ${event.injuryTime ?? 0} ${event.kind} ${event.player.name}`}>
            <ClubBadge club={team} />
            <span>
              <b>{event.player.name}</b>
              <small>
                <span className="ko-sr">{team.name}: </span>
                {wordsOf(event)}
              </small>
            </span>
            <b>{minuteInWords(event.minute, event.injuryTime)}</b>
          </li>
        );
      })}
    </ol>
  );
}

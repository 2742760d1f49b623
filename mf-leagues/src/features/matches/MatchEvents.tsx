import { goalsIn, type MatchEvent, type MatchPage } from '@kickoff/contracts';
import { ClubBadge, formatMinute } from '@kickoff/ui';

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

/**
 * Describes a mismatch between goals and score: a provider counts a goal before it names the
 * scorer.
 */
function gapOf({ score: { fullTime } }: MatchPage, events: MatchEvent[]): string {
  const { homeTeam, awayTeam } = goalsIn(events);
  const { homeTeam: home, awayTeam: away } = fullTime;
  if (homeTeam === (home ?? 0) && awayTeam === (away ?? 0)) return '';
  const listed = homeTeam + awayTeam;
  const scored = (home ?? 0) + (away ?? 0);
  return listed < scored
    ? `So far the source has told ${listed} of ${scored} goals.`
    : 'At the moment the goals of the source do not add up to the score.';
}

/** Goals, and cards if the provider has them, in order of time. */
export function MatchEvents({ match, events }: MatchEventsProps) {
  const gap = gapOf(match, events);
  return (
    <>
      {events.length === 0 && gap === '' ? <p className="ko-empty">No goals yet.</p> : null}
      {gap === '' ? null : <p className="ko-empty">{gap}</p>}
      {events.length === 0 ? null : (
        <ol className="ko-list">
          {events.map((event) => {
            const team = match[event.team];
            return (
              <li
                key={`${event.minute} ${event.injuryTime ?? 0} ${event.kind} ${event.player.name}`}
              >
                <ClubBadge club={team} />
                <span>
                  <b>{event.player.name}</b>
                  <small>
                    <span className="ko-sr">{team.name}: </span>
                    {wordsOf(event)}
                  </small>
                </span>
                <b>{formatMinute(event.minute, event.injuryTime)}</b>
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}

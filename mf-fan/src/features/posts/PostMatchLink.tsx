import type { PostMatch } from '@kickoff/contracts';
import { formatClock } from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';

/** The match whose thread a post belongs to, with the clock that its author saw. */
export function PostMatchLink({ match }: { match: PostMatch }) {
  const { id, homeTeam, awayTeam, minute } = match;
  const clock = formatClock(minute);
  return (
    <Link className="ko-link ko-link--quiet" to={addressOf('Match', { matchId: id })}>
      {homeTeam.shortName} – {awayTeam.shortName}
      {clock === '' ? '' : ` · ${clock}`}
    </Link>
  );
}

import type { Match } from '@kickoff/contracts';
import { formatViewpoint, HiddenScore } from '@kickoff/ui';

/** From when the fan sees a match, or that its score is hidden. Default export, for a lazy chunk. */
export default function ViewpointMark({ match }: { match: Match }) {
  return match.shielded ? <HiddenScore /> : <small>{formatViewpoint(match)}</small>;
}

import type { MatchPage } from '@kickoff/contracts';
import { ClubBadge, ClubForm } from '@kickoff/ui';

import { ClubName } from '../../clubs/ClubName';
import { texts } from '../../texts';

const SIDES = ['homeTeam', 'awayTeam'] as const;

/** Both clubs' league form before this match. */
export function ClubsForm({ match }: { match: MatchPage }) {
  return (
    <ul className="ko-list">
      {SIDES.map((side) => (
        <li key={side}>
          <ClubBadge club={match[side]} />
          <b>
            <ClubName club={match[side]} />
          </b>
          <span>
            {match.form[side] === '' ? texts.match.noForm : <ClubForm form={match.form[side]} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

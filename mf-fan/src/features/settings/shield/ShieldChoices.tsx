import { LEAGUES, type Shield } from '@kickoff/contracts';
import { ErrorState, Loading } from '@kickoff/ui';
import type { ReactNode } from 'react';

import styles from '../settings.module.css';
import { texts } from '../../../texts';
import { SettingOutcome } from '../SettingOutcome';
import { ShieldDuration } from './ShieldDuration';
import { ShieldTeams } from './ShieldTeams';
import { useShield } from './useShield';

const without = <Item,>(list: readonly Item[], removed: Item) =>
  list.filter((item) => item !== removed);

interface LeaguesProps {
  leagues: NonNullable<Shield['leagues']>;
  /** What became of the last change. */
  outcome: ReactNode;
  onChange: (leagues: NonNullable<Shield['leagues']>) => void;
}

function Leagues({ leagues, outcome, onChange }: LeaguesProps) {
  return (
    <fieldset className="ko-field">
      <legend className="ko-label">{texts.shield.leagues}</legend>
      {outcome}
      {LEAGUES.map((league) => (
        <label key={league} className="ko-check ko-mt-2">
          <input
            type="checkbox"
            checked={leagues.includes(league)}
            onChange={({ target }) =>
              onChange(target.checked ? [...leagues, league] : without(leagues, league))
            }
          />
          <span className={styles.capitalized}>{league.replaceAll('_', ' ')}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Which matches are hidden from the fan until revealed, and until when. Each choice applies at once. */
export function ShieldChoices() {
  const { query, shield, change, outcomeOf } = useShield();
  if (!shield) {
    return query.isError ? (
      <ErrorState text={texts.shield.failed} onRetry={() => void query.refetch()} />
    ) : (
      <Loading />
    );
  }
  const { all = false, teams = [], leagues = [], until } = shield;
  return (
    <div className="ko-form" role="group" aria-label={texts.shield.name} tabIndex={-1}>
      <p className="ko-hint">{texts.shield.about}</p>
      <label className="ko-check">
        <input
          type="checkbox"
          checked={all}
          onChange={({ target }) => change('all', target.checked)}
        />
        <span>{texts.shield.all}</span>
      </label>
      <SettingOutcome {...outcomeOf('all')} />
      <ShieldTeams
        teams={teams}
        outcome={<SettingOutcome {...outcomeOf('teams')} />}
        onAdd={(team) => change('teams', [...without(teams, team), team])}
        onRemove={(team) => change('teams', without(teams, team))}
      />
      <Leagues
        leagues={leagues}
        outcome={<SettingOutcome {...outcomeOf('leagues')} />}
        onChange={(chosen) => change('leagues', chosen)}
      />
      {all || teams.length > 0 || leagues.length > 0 ? (
        <ShieldDuration
          until={until}
          outcome={<SettingOutcome {...outcomeOf('until')} />}
          onChange={(end) => change('until', end)}
        />
      ) : null}
    </div>
  );
}

import { homeLeagueOf, LEAGUES, type Team } from '@kickoff/contracts';
import { Button, ErrorState, fillText, useFocusFallback } from '@kickoff/ui';
import { useId, useState, type ReactNode } from 'react';

import { useTeams } from '../../../teams/useTeams';
import { texts } from '../../../texts';
import styles from '../settings.module.css';

const byName = (one: Team, other: Team) => one.name.localeCompare(other.name);

function TeamItem({ name, onRemove }: { name: string; onRemove: () => void }) {
  const item = useFocusFallback<HTMLLIElement>();
  return (
    <li className="ko-head ko-mt-2" ref={item}>
      <b>{name}</b>
      <Button
        look="line"
        size="sm"
        aria-label={fillText(texts.actions.removeNamed, { name })}
        onClick={onRemove}
      >
        {texts.actions.remove}
      </Button>
    </li>
  );
}

interface ShieldTeamsProps {
  /** Ids of teams. */
  teams: readonly string[];
  /** What became of the last change. */
  outcome: ReactNode;
  onAdd: (team: string) => void;
  onRemove: (team: string) => void;
}

/** The teams whose matches are hidden, with a list of all others to add from. */
export function ShieldTeams({ teams, outcome, onAdd, onRemove }: ShieldTeamsProps) {
  const id = useId();
  const [chosen, setChosen] = useState('');
  const { data: known, isError, refetch } = useTeams({ enabled: true });
  if (!known && isError) {
    return <ErrorState text={texts.teams.failed} onRetry={() => void refetch()} />;
  }
  const add = () => {
    if (chosen === '') return;
    onAdd(chosen);
    setChosen('');
  };
  const others = (known ?? []).filter((team) => !teams.includes(team.id)).sort(byName);
  return (
    <div className="ko-field">
      <label className="ko-label" htmlFor={id}>
        {texts.shield.teams}
      </label>
      {/* A button adds: the arrow keys of a closed select choose each team on their way. */}
      <div className={styles.addRow}>
        <select
          className="ko-select"
          id={id}
          value={chosen}
          disabled={!known}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value="">{texts.shield.chooseTeam}</option>
          {LEAGUES.map((league) => (
            <optgroup key={league} label={league.replaceAll('_', ' ')}>
              {others
                .filter((team) => homeLeagueOf(team) === league)
                .map((team) => (
                  <option key={team.id} value={team.id}>
                    {team.name}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
        <Button look="line" aria-label={texts.shield.addTeam} onClick={add}>
          {texts.actions.add}
        </Button>
      </div>
      {outcome}
      {teams.length === 0 ? null : (
        <ul>
          {teams.map((team) => (
            <TeamItem
              key={team}
              name={known?.find((club) => club.id === team)?.name ?? team}
              onRemove={() => onRemove(team)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

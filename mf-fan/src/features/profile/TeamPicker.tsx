import { SEARCH_LENGTH, type Team } from '@kickoff/contracts';
import {
  ClubBadge,
  errorMessage,
  ErrorState,
  Field,
  FormAlert,
  Loading,
  pluralText,
} from '@kickoff/ui';
import { useExclusiveMutation } from '@kickoff/web';
import { useState } from 'react';

import { useChooseTeam } from './api/useChooseTeam';
import { useNicknamedTeams } from './api/useNicknamedTeams';
import { useTeams } from '../../teams/useTeams';
import { texts } from '../../texts';
import { findTeams } from './team-search';
import styles from './TeamPicker.module.css';

interface TeamPickerProps {
  onChosen: () => void;
}

/** The clubs of all leagues, of which one press makes the favourite. */
export function TeamPicker({ onChosen }: TeamPickerProps) {
  const { data: teams, isError, refetch } = useTeams({ enabled: true });
  const chooseTeam = useChooseTeam();
  const [query, setQuery] = useState('');
  const byName = findTeams(teams ?? [], query);
  const nicknamed = useNicknamedTeams(query.trim(), {
    enabled: teams !== undefined && byName.length === 0,
  });
  const choosing = useExclusiveMutation({
    mutationFn: (team: Team) => chooseTeam(team),
    onSuccess: onChosen,
  });

  if (!teams) {
    return isError ? (
      <ErrorState text={texts.teams.failed} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  const chosen = choosing.isPending ? choosing.variables : undefined;
  const groups = byName.length > 0 ? byName : findTeams(nicknamed.data ?? [], '');
  const isFailed = byName.length === 0 && nicknamed.isError;
  const count = groups.reduce((sum, group) => sum + group.teams.length, 0);
  return (
    <div className="ko-form">
      <Field
        label={texts.teams.search}
        name="team"
        type="search"
        value={query}
        maxLength={SEARCH_LENGTH.max}
        autoComplete="off"
        autoFocus
        onChange={(event) => setQuery(event.target.value)}
      />
      <p className="ko-sr" role="status">
        {query.trim() === '' || nicknamed.isFetching || isFailed
          ? ''
          : pluralText(texts.teams.found, count, { count })}
      </p>
      {choosing.error ? <FormAlert kind="error" text={errorMessage(choosing.error)} /> : null}
      {isFailed ? (
        <ErrorState text={texts.search.failed} onRetry={() => void nicknamed.refetch()} />
      ) : null}
      {count === 0 && !nicknamed.isFetching && !isFailed ? (
        <p className="ko-none">{texts.teams.none}</p>
      ) : null}
      <div className={styles.teams}>
        {groups.map(({ league, teams: ofLeague }) => (
          <section key={league} aria-label={league.replaceAll('_', ' ')}>
            <h3>{league.replaceAll('_', ' ')}</h3>
            <ul>
              {ofLeague.map((team) => (
                <li key={team.id}>
                  <button
                    className="ko-opt"
                    type="button"
                    aria-busy={team === chosen ? true : undefined}
                    onClick={() => choosing.mutate(team)}
                  >
                    <ClubBadge club={team} size={28} />
                    {team.name}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

import type { FanSettings } from '@kickoff/contracts';
import { FormAlert } from '@kickoff/ui';
import { useId } from 'react';

import { useSetting } from './useSetting';

type Kind = keyof FanSettings['notifications'];

const KINDS: readonly (readonly [Kind, string])[] = [
  ['like', 'Likes of my posts'],
  ['comment', 'Comments on my posts, and after mine on others'],
  ['follow', 'New followers'],
  ['story', 'Stories of fans I follow'],
  ['team', 'Kick-offs, goals and results of my team'],
  ['report', 'What became of my reports'],
];

interface KindChoiceProps {
  kind: Kind;
  label: string;
  isOn: boolean;
}

function KindChoice({ kind, label, isOn }: KindChoiceProps) {
  const { set, fault } = useSetting();
  return (
    <>
      <label className="ko-check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => void set({ notifications: { [kind]: event.target.checked } })}
        />
        <span>{label}</span>
      </label>
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
    </>
  );
}

/** The kinds of notifications the fan receives. Each choice applies at once. */
export function NotificationChoices({ chosen }: { chosen: FanSettings['notifications'] }) {
  const id = useId();
  return (
    <div className="ko-form" role="group" aria-label="Kinds" aria-describedby={`${id}hint`}>
      {KINDS.map(([kind, label]) => (
        <KindChoice key={kind} kind={kind} label={label} isOn={chosen[kind]} />
      ))}
      <span className="ko-hint" id={`${id}hint`}>
        What admins decide about your posts and your account is always told.
      </span>
    </div>
  );
}

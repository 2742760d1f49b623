import { FormAlert } from '@kickoff/ui';

import { texts } from '../../texts';

interface SettingOutcomeProps {
  fault: string | undefined;
  isSaved: boolean;
}

/** What became of the last change of a setting, announced beside it. */
export function SettingOutcome({ fault, isSaved }: SettingOutcomeProps) {
  return (
    <>
      <span className="ko-hint" role="status">
        {isSaved ? texts.preferences.saved : null}
      </span>
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
    </>
  );
}

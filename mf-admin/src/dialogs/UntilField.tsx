import { Field } from '@kickoff/ui';

import { texts } from '../texts';

interface UntilFieldProps {
  /** Called with the time as ISO 8601, or undefined without one. */
  onChange: (until: string | undefined) => void;
}

/** The end of a decision, in the admin's time zone. */
export function UntilField({ onChange }: UntilFieldProps) {
  return (
    <Field
      label={texts.reason.until}
      name="until"
      type="datetime-local"
      onChange={({ target }) => {
        const moment = new Date(target.value);
        onChange(Number.isNaN(moment.getTime()) ? undefined : moment.toISOString());
      }}
    />
  );
}

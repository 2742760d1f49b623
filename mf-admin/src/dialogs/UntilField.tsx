import { Field } from '@kickoff/ui';

interface UntilFieldProps {
  /** Hears of the moment as ISO 8601, or that there is none. */
  onChange: (until: string | undefined) => void;
}

/** When something ends by itself, in the admin's own time zone. */
export function UntilField({ onChange }: UntilFieldProps) {
  return (
    <Field
      label="Until (without it, until an admin ends it)"
      name="until"
      type="datetime-local"
      onChange={({ target }) => {
        const moment = new Date(target.value);
        onChange(Number.isNaN(moment.getTime()) ? undefined : moment.toISOString());
      }}
    />
  );
}

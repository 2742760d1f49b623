import { useId, type InputHTMLAttributes, type ReactNode } from 'react';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string;
  name: string;
  icon?: ReactNode;
  hint?: string;
  /** Id of the element with this field's error message. */
  faultId?: string | undefined;
  /** Rendered inside the input, at its end. */
  after?: ReactNode;
}

export function Field({ label, icon, hint, faultId, after, ...input }: FieldProps) {
  const id = useId();
  const hintId = `${id}hint`;
  const describedBy = [hint === undefined ? undefined : hintId, faultId].filter(Boolean).join(' ');
  return (
    <div className="ko-field">
      <label className="ko-label" htmlFor={id}>
        {label}
      </label>
      <div className="ko-inputwrap">
        {icon}
        <input
          {...input}
          className="ko-input"
          id={id}
          aria-invalid={faultId === undefined ? input['aria-invalid'] : true}
          aria-describedby={describedBy === '' ? undefined : describedBy}
        />
        {after}
      </div>
      {hint === undefined ? null : (
        <span className="ko-hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  );
}

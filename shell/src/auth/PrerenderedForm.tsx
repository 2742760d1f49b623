import type { ReactNode, SubmitEvent } from 'react';

interface PrerenderedFormProps {
  children: ReactNode;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * A form that is part of the document before its scripts run. Until then `dialog` makes a submission
 * do nothing: by default a browser would put the typed password into the address.
 */
export function PrerenderedForm({ children, onSubmit }: PrerenderedFormProps) {
  return (
    <form className="ko-form" method="dialog" onSubmit={onSubmit}>
      {children}
    </form>
  );
}

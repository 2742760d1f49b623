import { useState } from 'react';

import { Field, type FieldProps } from './Field';
import { texts } from './texts';

/** A password input with a button that shows its text. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'after'>) {
  const [isShown, setShown] = useState(false);
  const verb = isShown ? texts.password.hide : texts.password.show;
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          className="ko-show"
          type="button"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {verb}
          <span className="ko-sr"> {props.label.toLowerCase()}</span>
        </button>
      }
    />
  );
}

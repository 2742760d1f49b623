import { icons, Icon } from '@kickoff/ui';
import { usePart } from '@kickoff/web';
import { useId, useRef, useState } from 'react';

import type { TypedProfile } from './ProfileForm';

const loadProfileForm = () => import(/* webpackChunkName: "profile-form" */ './ProfileForm');

/** 'Update Your Information': opens the form that changes the fan's own data. */
export function UpdateInformation() {
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const form = usePart(loadProfileForm);
  // Kept here, so that closing the form loses nothing that was typed.
  const [typed, setTyped] = useState<TypedProfile>({ fields: {} });
  return (
    <>
      <button
        className="ko-navrow"
        type="button"
        aria-expanded={form.isOpen}
        aria-controls={id}
        ref={toggle}
        onClick={form.isOpen ? form.close : form.open}
      >
        <Icon icon={icons.squarePen} />
        Update Your Information
        <Icon icon={icons.chevronDown} size={16} />
      </button>
      <div id={id}>
        {form.Part ? (
          <form.Part
            typed={typed}
            onType={setTyped}
            onUpdated={() => {
              setTyped({ fields: {} });
              form.close();
              toggle.current?.focus();
            }}
          />
        ) : null}
      </div>
    </>
  );
}

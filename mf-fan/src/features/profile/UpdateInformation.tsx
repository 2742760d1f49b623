import { Icon, icons } from '@kickoff/ui';
import { lazy, Suspense, useId, useRef, useState } from 'react';

import type { TypedProfile } from './ProfileForm';

const ProfileForm = lazy(() => import(/* webpackChunkName: "profile-form" */ './ProfileForm'));

/** 'Update Your Information': opens the form that changes the fan's own data. */
export function UpdateInformation() {
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Kept here, so that closing the form loses nothing that was typed.
  const [typed, setTyped] = useState<TypedProfile>({ fields: {} });
  return (
    <>
      <button
        className="ko-navrow"
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        ref={toggle}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon icon={icons.squarePen} />
        Update Your Information
        <Icon icon={icons.chevronDown} size={16} />
      </button>
      <div id={id}>
        {isOpen ? (
          <Suspense fallback={<p role="status">Loading...</p>}>
            <ProfileForm
              typed={typed}
              onType={setTyped}
              onUpdated={() => {
                setTyped({ fields: {} });
                setOpen(false);
                toggle.current?.focus();
              }}
            />
          </Suspense>
        ) : null}
      </div>
    </>
  );
}

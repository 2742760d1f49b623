import { fillText, FormAlert } from '@kickoff/ui';
import { useEffect, useState } from 'react';

import { texts } from '../texts';
import { lastRegistered, setRegistered } from './registered';

function welcomeText(username: string | undefined): string {
  if (new URLSearchParams(location.search).get('registered') === 'pending')
    return texts.welcome.pending;
  return username === undefined ? texts.welcome.unnamed : fillText(texts.welcome.fan, { username });
}

/**
 * The notice after a registration. It fills in the email of who registered in this tab, so that
 * only the password is left. Default export, for a lazy chunk.
 */
export default function Welcome() {
  const [fan] = useState(lastRegistered);
  const text = welcomeText(fan?.username);
  useEffect(() => {
    const email = document.querySelector<HTMLInputElement>('[name=email]');
    if (fan && email?.value === '') {
      email.value = fan.email;
      document.querySelector<HTMLElement>('[name=password]')?.focus();
    }
    return () => setRegistered(undefined);
  }, [fan]);
  return <FormAlert kind="ok" text={text} />;
}

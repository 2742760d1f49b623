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
 * The notice after a registration. After one in this tab it focuses the password, the only field
 * that is left. Default export, for a lazy chunk.
 */
export default function Welcome() {
  const [username] = useState(lastRegistered);
  useEffect(() => {
    if (username !== undefined) document.querySelector<HTMLElement>('[name=password]')?.focus();
    return () => setRegistered(undefined);
  }, [username]);
  return <FormAlert kind="ok" text={welcomeText(username)} />;
}

import type { UndoEmail } from '@kickoff/contracts';
import { Button, FormAlert } from '@kickoff/ui';
import { addressOf, callApi, Link, usePageTitle } from '@kickoff/web';
import { useState } from 'react';

import type { ScreenProps } from '../screen';
import { AuthLayout } from './AuthLayout';
import { useSubmission } from './useSubmission';

/**
 * Target of the mail about a changed email. Opening it changes nothing, because mail scanners open
 * links.
 */
export default function UndoEmailPage({ page }: ScreenProps) {
  usePageTitle();
  const { isBusy, result, submit } = useSubmission({ refusals: 'form' });
  const [resetToken, setResetToken] = useState<string>();

  const undo = () =>
    submit(async () => {
      const body: UndoEmail = { token: page.params.token ?? '' };
      const undone = await callApi('/api/user/undo-email', { method: 'POST', body });
      setResetToken(undone.resetToken);
      return undone.message;
    });

  return (
    <AuthLayout
      audience="fan"
      heading="Take my email back"
      text="The email of your account was changed. If that was not you, bring the old one back: all sessions end, the password opens nothing any more, and you choose a new one."
    >
      <div className="ko-form">
        {resetToken === undefined ? (
          <Button look="primary" size="lg" block busy={isBusy} onClick={() => void undo()}>
            Take my email back
          </Button>
        ) : null}
        {result ? <FormAlert {...result} /> : null}
        {resetToken === undefined ? null : (
          <Link
            className="ko-btn ko-btn--primary ko-btn--lg ko-btn--block"
            to={addressOf('Reset', { token: resetToken })}
          >
            Choose a new password
          </Link>
        )}
      </div>
      {resetToken === undefined ? (
        <div className="ko-auth__row">
          <Link to={addressOf('Forgot')}>Forgot password?</Link>
          <Link to={addressOf('UserLogin')}>Login</Link>
        </div>
      ) : null}
    </AuthLayout>
  );
}

import type { UndoEmail } from '@kickoff/contracts';
import { Button, FormAlert } from '@kickoff/ui';
import { addressOf, callApi, Link, usePageTitle } from '@kickoff/web';
import { useState } from 'react';

import type { ScreenProps } from '../screen';
import { texts } from '../texts';
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
    <AuthLayout audience="fan" heading={texts.undoEmail.title} text={texts.undoEmail.text}>
      <div className="ko-form">
        {resetToken === undefined ? (
          <Button look="primary" size="lg" block busy={isBusy} onClick={() => void undo()}>
            {texts.undoEmail.title}
          </Button>
        ) : null}
        {result ? <FormAlert {...result} /> : null}
        {resetToken === undefined ? null : (
          <Link
            className="ko-btn ko-btn--primary ko-btn--lg ko-btn--block"
            to={addressOf('Reset', { token: resetToken })}
          >
            {texts.undoEmail.newPassword}
          </Link>
        )}
      </div>
      {resetToken === undefined ? (
        <div className="ko-auth__row">
          <Link to={addressOf('Forgot')}>{texts.login.forgot.fan}</Link>
          <Link to={addressOf('UserLogin')}>{texts.auth.login}</Link>
        </div>
      ) : null}
    </AuthLayout>
  );
}

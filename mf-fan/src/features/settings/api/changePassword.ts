import type { ChangePassword, PasswordChanged } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

/** Changes the password. This ends all sessions; the response has a new token. */
export function changePassword(body: ChangePassword): Promise<PasswordChanged> {
  return callApi('/api/user/change-password', { method: 'POST', body, as: 'fan' });
}

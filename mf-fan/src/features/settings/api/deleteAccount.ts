import type { AccountDeletion, MessageAnswer } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

/** Deletes the fan's account and all its data. */
export function deleteAccount(body: AccountDeletion): Promise<MessageAnswer> {
  return callApi('/api/user', { method: 'DELETE', body, as: 'fan' });
}

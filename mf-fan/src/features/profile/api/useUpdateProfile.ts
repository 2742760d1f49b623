import type { FanSummary, ProfileForm } from '@kickoff/contracts';
import { callApi, OWN_PROFILE_KEY, broadcastInvalidation, useQueryClient } from '@kickoff/web';
import { PEOPLE_KEY } from '../../../relations/people-keys';

interface ProfileChange {
  fields: ProfileForm;
  picture: Blob | undefined;
}

/** Replaces the fan's name and picture wherever cached data contains them. */
function renamed(data: unknown, fan: FanSummary): unknown {
  if (Array.isArray(data)) return data.map((item) => renamed(item, fan));
  if (typeof data !== 'object' || data === null) return data;
  const copy = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, renamed(value, fan)]),
  );
  if (copy['_id'] !== fan._id || !('profilePicture' in copy)) return copy;
  return { ...copy, username: fan.username, profilePicture: fan.profilePicture };
}

/** Updates the fan's own data, and the name and picture in all cached data. */
export function useUpdateProfile() {
  const queries = useQueryClient();
  return async ({ fields, picture }: ProfileChange): Promise<void> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (picture) form.set('profilePicture', picture, 'picture.jpg');
    const { user } = await callApi('/api/user/update-profile', {
      method: 'POST',
      body: form,
      as: 'fan',
    });

    // A response in flight was requested before the change and would overwrite it.
    await queries.cancelQueries({ queryKey: OWN_PROFILE_KEY });
    const stale = queries.getQueryCache().findAll({ stale: true });
    queries.setQueriesData<unknown>({}, (data: unknown) => renamed(data, user));
    // The change has marked them as fresh: they are still to be fetched on their next visit.
    for (const query of stale) query.invalidate();
    queries.setQueryData(OWN_PROFILE_KEY, user);
    // Suggestions depend on the team.
    void queries.invalidateQueries({ queryKey: PEOPLE_KEY });
    broadcastInvalidation('fan', [OWN_PROFILE_KEY, PEOPLE_KEY]);
  };
}

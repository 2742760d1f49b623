import type { FanSummary, ProfileForm, ProfileUpdated } from '@kickoff/contracts';
import { callApi, OWN_PROFILE_KEY, PEOPLE_KEY, tellStale, useQueryClient } from '@kickoff/web';

interface ProfileChange {
  fields: ProfileForm;
  picture: Blob | undefined;
}

/** The same data with the fan's present name and picture wherever they are named. */
function renamed(data: unknown, fan: FanSummary): unknown {
  if (Array.isArray(data)) return data.map((item) => renamed(item, fan));
  if (typeof data !== 'object' || data === null) return data;
  const copy = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, renamed(value, fan)]),
  );
  if (copy['_id'] !== fan._id || !('profilePicture' in copy)) return copy;
  return { ...copy, username: fan.username, profilePicture: fan.profilePicture };
}

/** Changes the fan's own data. The new ones, picture included, show everywhere in place. */
export function useUpdateProfile() {
  const queries = useQueryClient();
  return async ({ fields, picture }: ProfileChange): Promise<void> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (picture) form.set('profilePicture', picture, 'picture.jpg');
    const { user } = await callApi<ProfileUpdated>('/api/user/update-profile', {
      method: 'POST',
      body: form,
      as: 'fan',
    });

    // An answer on its way was asked for before the change and would cover it.
    await queries.cancelQueries({ queryKey: OWN_PROFILE_KEY });
    queries.setQueriesData<unknown>({}, (data: unknown) => renamed(data, user));
    queries.setQueryData(OWN_PROFILE_KEY, user);
    // Another team brings other suggestions.
    void queries.invalidateQueries({ queryKey: PEOPLE_KEY });
    tellStale('fan', [OWN_PROFILE_KEY, PEOPLE_KEY]);
  };
}

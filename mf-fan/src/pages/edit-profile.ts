import { addressOf } from '@kickoff/web';

/** The own page with its form open. */
export const EDIT_PROFILE = `${addressOf('OwnProfile')}?edit=1`;

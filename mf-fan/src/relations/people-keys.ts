/**
 * Key prefix of all queries about friends and suggestions, so that one invalidation reaches
 * them all.
 */
export const PEOPLE_KEY = ['people'];

/** Key prefix of other fans' profiles, by username. */
export const FAN_PROFILES_KEY = [...PEOPLE_KEY, 'profile'];

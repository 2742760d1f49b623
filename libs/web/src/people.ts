/**
 * Who is whose friend, who may be found and suggested: all of it is kept below
 * this key, so that one change reaches every place.
 */
export const PEOPLE_KEY = ['people'];

/** Other fans' profiles, by name. */
export const FAN_PROFILES_KEY = [...PEOPLE_KEY, 'profile'];

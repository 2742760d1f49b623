/**
 * Who is whose friend, who may be found and suggested: all of it is kept below
 * this key, so that one change reaches every place.
 */
export const PEOPLE_KEY = ['people'];

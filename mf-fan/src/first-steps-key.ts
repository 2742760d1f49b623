/** Query key prefix of what a newcomer has done, for the features whose writes are a step. */
export const FIRST_STEPS_KEY = ['first-steps'];

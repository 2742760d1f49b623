/** Name of the preference with the id of the fan whose first steps are over, as far as known here. */
export const FIRST_STEPS_OVER = 'first-steps-over';

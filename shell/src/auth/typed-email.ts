/** The email typed into a form of this tab, for the form that follows. */
export const typedEmail = { current: '' };

let last = '';

/** Stores the email typed into a form of this tab, for the form that follows. */
export function setTypedEmail(email: string): void {
  last = email;
}

/** Returns the email typed in this tab, or an empty string. */
export function lastTypedEmail(): string {
  return last;
}

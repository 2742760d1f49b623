let last: string | undefined;

/** Stores the name of the fan who has just registered in this tab, for the login page that follows. */
export function setRegistered(username: string | undefined): void {
  last = username;
}

/** Returns the name of the fan who has just registered in this tab. */
export function lastRegistered(): string | undefined {
  return last;
}

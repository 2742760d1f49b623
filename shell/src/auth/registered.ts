interface Registered {
  username: string;
  email: string;
}

let last: Registered | undefined;

/** Stores who has just registered in this tab, for the login page that comes next. */
export function setRegistered(fan: Registered | undefined): void {
  last = fan;
}

/** Returns who has just registered in this tab. */
export function lastRegistered(): Registered | undefined {
  return last;
}

/** The form in which two names are the same: without regard to case and Unicode form. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase().normalize('NFKC');
}

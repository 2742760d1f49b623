/** An address in the form in which it is stored and compared. */
export const normalizeEmail = (email: string): string =>
  email.trim().normalize('NFKC').toLowerCase();

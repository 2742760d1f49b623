import type { AdminRegistration, FanRegistration } from '@kickoff/contracts';

let count = 0;

/** The characters of a name that are valid in an address. */
function mailboxOf(username: string): string {
  const letters = username
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, '');
  return letters.trim().replaceAll(/ +/g, '.') || `fan.${count}`;
}

/** A valid fan registration; each call returns a different fan. */
export function aFanRegistration(overrides: Partial<FanRegistration> = {}): FanRegistration {
  count += 1;
  const username = overrides.username ?? `fan ${count}`;
  return {
    username,
    email: `${mailboxOf(username)}@fans.example`,
    phone: '+44 20 7946 0181',
    password: 'ninetyplus4',
    confirm_password: 'ninetyplus4',
    terms: true,
    ...overrides,
  };
}

/** A valid admin registration; each call returns a different admin. */
export function anAdminRegistration(overrides: Partial<AdminRegistration> = {}): AdminRegistration {
  count += 1;
  return {
    username: `boss ${count}`,
    email: `boss.${count}@admins.example`,
    password: 'ninetyplus4',
    confirm_password: 'ninetyplus4',
    terms: true,
    ...overrides,
  };
}

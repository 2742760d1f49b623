import type { AdminRegistration, FanRegistration } from '@kickoff/contracts';

let count = 0;

/** What an address can hold of a name. */
function mailboxOf(username: string): string {
  const letters = username
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, '');
  return letters.trim().replaceAll(/ +/g, '.') || `fan.${count}`;
}

/** A valid fan registration; every call makes another fan. */
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

/** A valid admin registration; every call makes another admin. */
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

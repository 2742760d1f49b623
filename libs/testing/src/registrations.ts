import type { AdminRegistration, FanRegistration } from '@kickoff/contracts';

let count = 0;

/** A valid fan registration; every call makes another fan. */
export function aFanRegistration(overrides: Partial<FanRegistration> = {}): FanRegistration {
  count += 1;
  const username = overrides.username ?? `fan ${count}`;
  return {
    username,
    email: `${username.replaceAll(' ', '.').toLowerCase()}@fans.example`,
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

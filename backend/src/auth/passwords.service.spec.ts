import { describe, expect, it } from '@jest/globals';

import { ARGON2ID, PasswordsService } from './passwords.service.js';

describe('PasswordsService', () => {
  it('hashes with Argon2id using at least 19 MiB, two passes, one lane', async () => {
    const hash = await new PasswordsService(ARGON2ID).hash('correct horse battery');

    const [, algorithm, , parameters = ''] = hash.split('$');
    const values = new URLSearchParams(parameters.replaceAll(',', '&'));
    expect(algorithm).toBe('argon2id');
    expect(Number(values.get('m'))).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(values.get('t'))).toBeGreaterThanOrEqual(2);
    expect(Number(values.get('p'))).toBe(1);
  });

  it('matches a password that was hashed with other parameters', async () => {
    const before = new PasswordsService({ memoryCost: 8, timeCost: 1, parallelism: 1 });
    const after = new PasswordsService({ memoryCost: 16, timeCost: 2, parallelism: 1 });
    const stored = await before.hash('correct horse battery');

    expect(await after.matches('correct horse battery', stored)).toBe(true);
    expect(await after.matches('correct horse', stored)).toBe(false);
  });

  it('matches no password when none is stored', async () => {
    const passwords = new PasswordsService({ memoryCost: 8, timeCost: 1, parallelism: 1 });

    expect(await passwords.matches('nobody has this password', undefined)).toBe(false);
  });
});

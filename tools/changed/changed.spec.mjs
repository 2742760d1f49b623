import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, it } from '@jest/globals';

const command = fileURLToPath(new URL('../changed.mjs', import.meta.url));

it('npm run test:changed reports a branch that a clone does not have', () => {
  const { status, stderr } = spawnSync(process.execPath, [command, 'no-such-branch'], {
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([
    2,
    'There is no commit or branch no-such-branch here. Name another: npm run test:changed -- origin/main\n',
  ]);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_LOGINS } from '@kickoff/contracts';

import { aFan, anAdmin, as } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { until } from './support/until.js';

const TOOL = fileURLToPath(new URL('../../tools/rehearse.mjs', import.meta.url));

describe('npm run rehearse', () => {
  let kickoff: KickOff;
  let command: ChildProcess | undefined;
  let output: string;

  beforeEach(async () => {
    kickoff = await startKickOff({ DEMO: 'on' });
    output = '';
  });
  afterEach(async () => {
    command?.kill('SIGKILL');
    await kickoff.stop();
  });

  function run(...options: string[]): ChildProcess {
    const child = spawn(process.execPath, [TOOL, '--url', kickoff.url, ...options]);
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (output += text.toString()));
    command = child;
    return child;
  }
  const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];

  it('plays a round for the demo fans, and deletes it when interrupted', async () => {
    for (const { email, password } of DEMO_LOGINS.fans) {
      await aFan(kickoff, { email, password, confirm_password: password });
    }
    const { email, password } = DEMO_LOGINS.admin;
    const admin = await anAdmin(kickoff, { email, password, confirm_password: password });

    const child = run('--speed', '20', '--starts-in', '1', '--matchday', '3');
    const exit = exitOf(child);
    await until(() => output.includes('(IN_PLAY)') || undefined);
    child.kill('SIGINT');

    expect(await exit).toBe(0);
    expect(output).toContain('/match/rehearsal:');
    expect(output).toContain('The rehearsal has ended.');
    const left = await as(kickoff, admin).get('/api/admin/rehearsals');
    expect(left.body).toEqual([]);
  });

  it('exits with an error on a server without demo logins', async () => {
    const exit = exitOf(run());

    expect(await exit).toBe(1);
    expect(output).toContain('This server offers no demo logins');
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_LOGINS, Rehearsal } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { type Origin, startOrigin } from './support/origin.js';
import { until } from './support/until.js';

const TOOL = fileURLToPath(new URL('../../tools/rehearse.mjs', import.meta.url));

/** The command gives up failing polls after ten seconds. */
const SLOW_MS = 30_000;

type Fault = (response: ServerResponse) => void;
const unavailable: Fault = (response) => response.writeHead(503).end();
const lost: Fault = (response) => response.destroy();

describe('npm run rehearse', () => {
  let kickoff: KickOff;
  let command: ChildProcess | undefined;
  let output: string;
  let front: Origin;
  /** What the next calls of rehearsals meet, by method. */
  let faults: Record<string, Fault[]>;

  beforeEach(async () => {
    kickoff = await startKickOff({ DEMO: 'on' });
    output = '';
    faults = {};
    front = await startOrigin();
    front.answer(passOn);
  });
  afterEach(async () => {
    command?.kill('SIGKILL');
    await front.stop();
    await kickoff.stop();
  });

  function run(...options: string[]): ChildProcess {
    const child = spawn(process.execPath, [TOOL, '--url', front.base, ...options]);
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (output += text.toString()));
    command = child;
    return child;
  }
  const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];

  /** Creates the demo accounts; returns the admin. */
  async function aDemoCast(): Promise<Caller> {
    for (const { email, password } of DEMO_LOGINS.fans) {
      await aFan(kickoff, { email, password, confirm_password: password });
    }
    const { email, password } = DEMO_LOGINS.admin;
    return anAdmin(kickoff, { email, password, confirm_password: password });
  }

  const rehearsalsLeft = async (admin: Caller): Promise<unknown> =>
    (await as(kickoff, admin).get('/api/admin/rehearsals').expect(200)).body;

  /** Passes requests on to the server, except those that a fault answers. */
  function passOn(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', headers } = request;
    const fault = url.startsWith('/api/admin/rehearsals') && faults[method]?.shift();
    if (fault) {
      fault(response);
      return;
    }
    const call = httpRequest(new URL(url, kickoff.url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(call);
  }

  it('plays a round for the demo fans, and deletes it when interrupted', async () => {
    const admin = await aDemoCast();

    const child = run('--speed', '20', '--starts-in', '1', '--matchday', '3');
    const exit = exitOf(child);
    await until(() => output.includes('(IN_PLAY)') || undefined);
    child.kill('SIGINT');

    expect(await exit).toBe(0);
    expect(output).toContain('/match/rehearsal:');
    expect(output).toContain('The rehearsal has ended.');
    expect(await rehearsalsLeft(admin)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('deletes the rehearsal after %s', async (signal) => {
    const admin = await aDemoCast();
    const child = run();
    const exit = exitOf(child);
    await until(() => output.includes('kicks off at') || undefined);

    child.kill(signal);

    expect(await exit).toBe(0);
    expect(await rehearsalsLeft(admin)).toEqual([]);
  });

  it('deletes the rehearsal when its output is closed', async () => {
    const admin = await aDemoCast();
    const child = run('--speed', '20', '--starts-in', '1', '--matchday', '3');
    const exit = exitOf(child);
    await until(() => output.includes('kicks off at') || undefined);

    child.stdout?.destroy();

    expect(await exit).toBe(0);
    expect(await rehearsalsLeft(admin)).toEqual([]);
  });

  it('follows the rehearsal again after polls that failed', async () => {
    await aDemoCast();
    faults['GET'] = [unavailable, lost, unavailable];

    const child = run('--speed', '20', '--starts-in', '1', '--matchday', '3');
    const exit = exitOf(child);
    await until(() => output.includes('(IN_PLAY)') || undefined, SLOW_MS);
    child.kill('SIGINT');

    expect(await exit).toBe(0);
    expect(faults['GET']).toEqual([]);
  });

  it('deletes the rehearsal when polls fail for more than ten seconds', async () => {
    const admin = await aDemoCast();
    faults['GET'] = Array.from({ length: 100 }, () => unavailable);

    const exit = await exitOf(run());

    expect(exit).toBe(1);
    expect(output).toContain('GET /api/admin/rehearsals returned 503');
    expect(await rehearsalsLeft(admin)).toEqual([]);
  });

  it.each([
    ['was refused', unavailable],
    ['lost its connection', lost],
  ])('repeats a deletion that %s', async (_how, fault) => {
    const admin = await aDemoCast();
    faults['DELETE'] = [fault];
    const child = run();
    const exit = exitOf(child);
    await until(() => output.includes('kicks off at') || undefined);

    child.kill('SIGINT');

    expect(await exit).toBe(0);
    expect(await rehearsalsLeft(admin)).toEqual([]);
  });

  it('deletes the rehearsal after a second Ctrl-C, which npm forwards', async () => {
    const admin = await aDemoCast();
    const child = run();
    const exit = exitOf(child);
    const forward: Fault = (response) => {
      child.kill('SIGINT');
      unavailable(response);
    };
    faults['DELETE'] = [forward];
    await until(() => output.includes('kicks off at') || undefined);

    child.kill('SIGINT');

    expect(await exit).toBe(0);
    expect(await rehearsalsLeft(admin)).toEqual([]);
  });

  it('exits with an error and the id of a rehearsal that cannot be deleted', async () => {
    const admin = await aDemoCast();
    faults['DELETE'] = [unavailable, unavailable];
    const child = run();
    const exit = exitOf(child);
    await until(() => output.includes('kicks off at') || undefined);

    child.kill('SIGINT');

    expect(await exit).toBe(1);
    const [{ _id: id }] = z.tuple([Rehearsal]).parse(await rehearsalsLeft(admin));
    expect(output).toContain(`Rehearsal ${id} could not be ended and runs on`);
    expect(output).toContain(`by DELETE ${front.base}api/admin/rehearsals/${id}.`);
  });

  it('exits with an error on a server without demo logins', async () => {
    const exit = exitOf(run());

    expect(await exit).toBe(1);
    expect(output).toContain('This server offers no demo logins');
  });
});

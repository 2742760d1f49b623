import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anAdminRegistration } from '@kickoff/testing';

import { OperatorService } from '../src/admin/operator.service.js';
import { StartError } from '../src/common/config/start-error.js';
import { newId } from '../src/common/mongo/ids.js';
import { EventStreamsService } from '../src/events/event-streams.service.js';
import { MailQueueRepository } from '../src/mail/mail-queue.repository.js';
import { seal } from '../src/mail/sealed-mail.js';
import { aFan, anAdmin, as, asVisitor, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { collectMails } from './support/mailbox.js';
import { runCommand } from './support/server-process.js';
import { until } from './support/until.js';

describe('OperatorService', () => {
  let kickoff: KickOff;
  let operator: OperatorService;

  beforeAll(async () => {
    kickoff = await startKickOff();
    operator = kickoff.app.get(OperatorService);
  });
  afterAll(() => kickoff.stop());

  /** Runs the command with the settings and secrets of the running server. */
  const runAdmin = (...options: string[]) => {
    const { settings, keys } = kickoff.context;
    return runCommand('admin', options, {
      MONGODB_URI: settings.mongodbUri ?? '',
      KICKOFF_DATA: settings.dataFolder,
      JWT_FAN_SECRET: keys.fan.export().toString(),
      JWT_ADMIN_SECRET: keys.admin.export().toString(),
    });
  };

  it('returns the list of admins, or a sentence when there is none', async () => {
    expect(await operator.list()).toEqual(['There is no admin yet.']);

    const boss = await anAdmin(kickoff);

    expect(await operator.list()).toEqual([`active   ${boss.email}  ${boss.username}`]);
  });

  it('approves a pending admin by email', async () => {
    const pending = anAdminRegistration();
    await asVisitor(kickoff).post('/api/admin/register').send(pending).expect(201);

    const lines = await operator.approve(pending.email);

    expect(lines).toEqual([`${pending.username} is an active admin now.`]);
    await logInAdmin(kickoff, pending);
  });

  it('suspends a fan: their sessions end, their login answers 403 with the reason', async () => {
    const fan = await aFan(kickoff);

    const lines = await operator.suspend(fan.email);

    expect(lines).toEqual([`The fan ${fan.username} is suspended and logged out.`]);
    await as(kickoff, fan).get('/api/user/profile').expect(401);
    const answer = await asVisitor(kickoff).post('/api/auth/login').send(fan);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      error: 'This account is suspended',
      reason: 'Suspended by the people who run this server',
    });
    expect(answer.body).not.toHaveProperty('until');
  });

  it('suspends an admin: their sessions end, their login answers 403', async () => {
    const pending = anAdminRegistration();
    await asVisitor(kickoff).post('/api/admin/register').send(pending).expect(201);
    await operator.approve(pending.email);
    const admin = await logInAdmin(kickoff, pending);

    await operator.suspend(admin.email);

    await as(kickoff, admin).get('/api/admin/totalUsers').expect(401);
    await asVisitor(kickoff).post('/api/admin/login').send(pending).expect(403);
  });

  it('fails with an error when no account has the email', async () => {
    const email = 'nobody@fans.example';

    const command = await runAdmin('suspend', email);

    expect(command).toEqual({ code: 1, output: `There is no account with the email ${email}.\n` });
    await expect(operator.approve(email)).rejects.toThrow(
      new StartError(`There is no admin with the email ${email}.`),
    );
  });

  it('changes no database of an earlier version, whose servers may run', async () => {
    const versions = kickoff.connection.collection<{ _id: number }>('schema_versions');
    const newest = await versions.findOneAndDelete({}, { sort: { _id: -1 } });

    const { code, output } = await runAdmin('list');

    const isMigrated = (await versions.countDocuments({ _id: newest?._id ?? 0 })) > 0;
    if (newest && !isMigrated) await versions.insertOne(newest);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('of an earlier version of KickOff'),
    ]);
    expect(isMigrated).toBe(false);
  });

  it('leaves the mail about a suspension, and all queued ones, to the server', async () => {
    const { settings, keys, clock } = kickoff.context;
    const fan = await aFan(kickoff);
    await collectMails(kickoff, settings.dataFolder);
    const now = clock.now();
    const waiting = {
      to: { name: 'Alice', address: 'alice@fans.example' },
      subject: 'Your reset link',
      text: 'It was queued before the command ran.',
    };
    await kickoff.app.get(MailQueueRepository, { strict: false }).add({
      _id: newId(),
      sealed: seal(waiting, keys.mail),
      isUrgent: true,
      dueAt: now,
      tries: 0,
      until: new Date(now.getTime() + 60_000),
    });

    const { code } = await runAdmin('suspend', fan.email);

    expect(await kickoff.connection.collection('mails').countDocuments()).toBe(2);
    const mails = (await collectMails(kickoff, settings.dataFolder)).join('\n');
    expect(code).toBe(0);
    expect(mails).toContain(waiting.text);
    expect(mails).toContain(`Hello ${fan.username}`);
  });

  it('ends the open event streams of a fan who is suspended by another process', async () => {
    const [fan, other] = [await aFan(kickoff), await aFan(kickoff)];
    const [listener, stays] = await Promise.all(
      [fan, other].map(({ token }) =>
        new Listener({ Authorization: `Bearer ${token}` }).connect(kickoff),
      ),
    );
    // Like the command line: it shares only the database with the server.
    const command = await kickoff.another();

    await command.app.get(OperatorService).suspend(fan.email);

    await kickoff.app.get(EventStreamsService, { strict: false }).endInvalid();

    await until(() => listener?.hasEnded || undefined);
    expect(stays?.hasEnded).toBe(false);
    stays?.disconnect();
    await command.close();
  });
});

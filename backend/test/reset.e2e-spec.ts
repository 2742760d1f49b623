import { rm } from 'node:fs/promises';

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';

import { PasswordsService } from '../src/auth/passwords.service.js';
import { PinoLogger } from '../src/common/logging/pino-logger.js';
import { MailService } from '../src/mail/mail.service.js';
import { aFan, anAdmin, as, asVisitor, type Caller, logIn, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { MailServer, smtpRefusal } from './support/mail-server.js';
import { aDataFolder, collectMails } from './support/mailbox.js';
import { NOT_TEXT } from './support/wrong-types.js';

const PUBLIC_URL = 'https://kickoff.example';
const ADMIN_EMAIL = 'boss@kickoff.example';
const MINUTE_MS = 60_000;
const INVALID = 'This reset link is invalid or has expired';

/** The two kinds of accounts, each with its own calls, page and login. */
const KINDS = [
  {
    kind: 'fan',
    calls: '/api/user',
    page: '/reset',
    own: '/api/user/profile',
    join: (kickoff: KickOff) => aFan(kickoff),
    logIn,
  },
  {
    kind: 'admin',
    calls: '/api/admin',
    page: '/admin-reset',
    own: '/api/admin/totalUsers',
    join: anotherAdmin,
    logIn: logInAdmin,
  },
] as const;

let first: Caller | undefined;

/** The first admin approves all others. */
async function anotherAdmin(kickoff: KickOff): Promise<Caller> {
  if (!first) {
    first = await anAdmin(kickoff, { email: ADMIN_EMAIL });
    return first;
  }
  first = await logInAdmin(kickoff, first);
  return anAdmin(kickoff, {}, first);
}

describe.each(KINDS)(
  'reset of a $kind password',
  ({ kind, calls, page, own, join, logIn: enter }) => {
    let kickoff: KickOff;
    let dataFolder: string;
    let owner: Caller;

    beforeAll(async () => {
      first = undefined;
      dataFolder = await aDataFolder();
      kickoff = await startKickOff({ PUBLIC_URL, ADMIN_EMAIL, KICKOFF_DATA: dataFolder });
      await join(kickoff);
    });
    beforeEach(async () => {
      owner = await join(kickoff);
    });
    afterEach(() => collectMails(kickoff, dataFolder));
    afterAll(async () => {
      await kickoff.stop();
      await rm(dataFolder, { recursive: true });
    });

    const forgot = (email: unknown) =>
      asVisitor(kickoff).post(`${calls}/forgot-password`).send({ email });
    const reset = (form: object) => asVisitor(kickoff).post(`${calls}/reset-password`).send(form);
    const mails = () => collectMails(kickoff, dataFolder);

    /** Asks for a link and reads its token from the mail. */
    async function aToken(email = owner.email): Promise<string> {
      await forgot(email).expect(200);
      const [mail = ''] = await mails();
      return new RegExp(`${PUBLIC_URL}${page}/([\\w-]{43})\\r?\\n`).exec(mail)?.[1] ?? 'no token';
    }

    it('mails a link at the public address to the stored email only', async () => {
      await forgot(`  ${owner.email.toUpperCase()} `).expect(200);

      const [mail, ...others] = await mails();
      expect(others).toEqual([]);
      expect(mail).toMatch(new RegExp(`^To: "?${owner.username}"? <${owner.email}>\\r$`, 'm'));
      expect(mail).not.toMatch(/^(Cc|Bcc):/m);
      expect(mail).toMatch(new RegExp(`${PUBLIC_URL}${page}/[\\w-]{43}\\r?\\n`));
    });

    it('answers the same for an unknown email, without a mail', async () => {
      const known = await forgot(owner.email);
      await mails();
      const unknown = await forgot('nobody@fans.example');

      expect(unknown.status).toBe(200);
      expect(unknown.text).toBe(known.text);
      expect(await mails()).toEqual([]);
    });

    it('answers before the mail is written', async () => {
      let unblock: () => void = () => undefined;
      const blocked = new Promise<void>((resolve) => {
        unblock = resolve;
      });
      const mail = kickoff.app.get(MailService);
      const sendLater = mail.sendLater.bind(mail);
      const spy = jest.spyOn(mail, 'sendLater').mockImplementationOnce((write) =>
        sendLater(async () => {
          await blocked;
          return write();
        }),
      );

      const answer = await forgot(owner.email);

      spy.mockRestore();
      expect(answer.status).toBe(200);
      unblock();
      expect(await mails()).toHaveLength(1);
    });

    it('sets a new password, ends all sessions and sends a notice', async () => {
      const token = await aToken();

      const answer = await reset({ token, email: owner.email, newPassword: 'terrace-song-7' });

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        message: 'Your password has been changed. You can log in now.',
      });
      await as(kickoff, owner).get(own).expect(401);
      await enter(kickoff, { email: owner.email, password: 'terrace-song-7' });
      const [notice, ...others] = await mails();
      expect(others).toEqual([]);
      expect(notice).toContain(`<${owner.email}>`);
      expect(notice).toContain('Subject: Your KickOff password was changed');
      expect(notice).not.toContain(token);
    });

    it('changes nothing when the notice cannot be queued', async () => {
      const form = { token: await aToken(), email: owner.email, newPassword: 'terrace-song-7' };
      const queue = jest
        .spyOn(kickoff.app.get(MailService), 'queue')
        .mockRejectedValueOnce(new Error('The database failed'));

      await reset(form).expect(500);

      queue.mockRestore();
      await as(kickoff, owner).get(own).expect(200);
      await reset(form).expect(200);
      expect(await mails()).toHaveLength(1);
    });

    it('accepts a link once, also when it is sent many times concurrently', async () => {
      const token = await aToken();

      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, number) =>
          reset({ token, email: owner.email, newPassword: `terrace-song-${number}` }),
        ),
      );

      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([200, ...Array<number>(7).fill(400)]);
      const winner = answers.findIndex((answer) => answer.status === 200);
      await enter(kickoff, { email: owner.email, password: `terrace-song-${winner}` });
    });

    it.each([
      ['a wrong token', () => ({ token: 'x'.repeat(43) })],
      ['an empty token', () => ({ token: '' })],
      ['a token that is too long', () => ({ token: 'x'.repeat(500) })],
      ['an unknown email', () => ({ email: 'nobody@fans.example' })],
      ["another's email", async () => ({ email: (await join(kickoff)).email })],
    ])('refuses %s and preserves the link', async (_, overrides) => {
      const form = { token: await aToken(), email: owner.email, newPassword: 'terrace-song-7' };

      const answer = await reset({ ...form, ...(await overrides()) });

      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: INVALID, code: 'invalid_input' });
      await reset(form).expect(200);
    });

    it('refuses a link after thirty minutes', async () => {
      const token = await aToken();
      kickoff.clock.advance(30 * MINUTE_MS);

      const answer = await reset({ token, email: owner.email, newPassword: 'terrace-song-7' });

      expect(answer.body).toMatchObject({ error: INVALID });
    });

    it('accepts a link just before thirty minutes', async () => {
      const token = await aToken();
      kickoff.clock.advance(29 * MINUTE_MS);

      await reset({ token, email: owner.email, newPassword: 'terrace-song-7' }).expect(200);
    });

    it('revokes an older link when a newer one is requested', async () => {
      const older = await aToken();
      const newer = await aToken();

      const refused = await reset({
        token: older,
        email: owner.email,
        newPassword: 'terrace-song-7',
      });

      expect(refused.body).toMatchObject({ error: INVALID });
      await reset({ token: newer, email: owner.email, newPassword: 'terrace-song-7' }).expect(200);
    });

    it('refuses a link of the other kind of account with 400', async () => {
      const other = kind === 'fan' ? '/api/admin' : '/api/user';
      const token = await aToken();

      await asVisitor(kickoff)
        .post(`${other}/reset-password`)
        .send({ token, email: owner.email, newPassword: 'terrace-song-7' })
        .expect(400);
    });

    it.each([
      ['12345', 'Password must be at least 6 characters long'],
      ['football', 'This password is too common'],
      ['kickoff', 'This password is too common'],
    ])('refuses the new password %s and preserves the link', async (newPassword, error) => {
      const token = await aToken();

      const answer = await reset({ token, email: owner.email, newPassword });

      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error });
      await reset({ token, email: owner.email, newPassword: 'terrace-song-7' }).expect(200);
    });

    it('computes no password hash for an invalid link', async () => {
      const hash = jest.spyOn(kickoff.app.get(PasswordsService), 'hash');

      await reset({ token: 'x'.repeat(43), email: owner.email, newPassword: 'terrace-song-7' });

      expect(hash).not.toHaveBeenCalled();
      hash.mockRestore();
    });

    it('stores only the hash of the token', async () => {
      const token = await aToken();

      const row = await kickoff.connection
        .collection(kind === 'fan' ? 'users' : 'admins')
        .findOne({ email: owner.email });

      expect(row).toHaveProperty('reset.tokenHash');
      expect(JSON.stringify(row)).not.toContain(token);
    });

    it.each(['token', 'email', 'newPassword'])(
      'answers 400 for a %s that is not a string',
      async (field) => {
        const form = { token: 'x'.repeat(43), email: owner.email, newPassword: 'terrace-song-7' };
        const statuses = await Promise.all(
          NOT_TEXT.map(async (value) => (await reset({ ...form, [field]: value })).status),
        );

        expect(new Set(statuses)).toEqual(new Set([400]));
      },
    );

    it('forgot-password answers 400 for an email that is not a string', async () => {
      const statuses = await Promise.all(
        NOT_TEXT.map(async (value) => (await forgot(value)).status),
      );

      expect(new Set(statuses)).toEqual(new Set([400]));
    });
  },
);

describe('SMTP mail', () => {
  let kickoff: KickOff;
  let dataFolder: string;
  let server: MailServer;

  beforeAll(async () => {
    server = await MailServer.open();
    dataFolder = await aDataFolder();
    kickoff = await startKickOff({
      PUBLIC_URL,
      KICKOFF_DATA: dataFolder,
      SMTP_URL: server.url,
      MAIL_FROM: 'KickOff <no-reply@kickoff.example>',
    });
  });
  afterAll(async () => {
    await kickoff.stop();
    await server.close();
    await rm(dataFolder, { recursive: true });
  });

  const forgot = (email: string) =>
    asVisitor(kickoff).post('/api/user/forgot-password').send({ email });
  const allSent = () => kickoff.app.get(MailService).sendAll();

  it('sends the mail to one recipient and writes no file', async () => {
    const fan = await aFan(kickoff, { username: 'Łukasz. S' });

    await forgot(fan.email).expect(200);

    await allSent();
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.to).toEqual([fan.email]);
    expect(server.received[0]?.text).toContain('From: KickOff <no-reply@kickoff.example>');
    expect(server.received[0]?.text).toContain(`${PUBLIC_URL}/reset/`);
    expect(await collectMails(kickoff, dataFolder)).toEqual([]);
  });

  it('answers 200 and preserves the session when the mail server refuses the mail', async () => {
    const fan = await aFan(kickoff);
    server.mood = () => smtpRefusal(550, 'No such mailbox');

    await forgot(fan.email).expect(200);

    await allSent();
    server.mood = () => undefined;
    await as(kickoff, fan).get('/api/user/profile').expect(200);
  });
});

it('mails at most three links to an email in an hour, and answers the same to further requests', async () => {
  const dataFolder = await aDataFolder();
  const kickoff = await startKickOff({ KICKOFF_DATA: dataFolder, RATE_LIMIT_FACTOR: '1' });
  const [alice, bob] = [await aFan(kickoff), await aFan(kickoff)];
  const mailsAfter = async ({ email }: Caller, times: number) => {
    const texts = new Set<string>();
    for (let time = 0; time < times; time += 1) {
      const forgot = asVisitor(kickoff).post('/api/user/forgot-password').send({ email });
      texts.add((await forgot.expect(200)).text);
    }
    return [texts.size, (await collectMails(kickoff, dataFolder)).length];
  };

  const counts = [await mailsAfter(alice, 5), await mailsAfter(bob, 1)];
  kickoff.clock.advance(60 * MINUTE_MS);
  counts.push(await mailsAfter(alice, 1));

  await kickoff.stop();
  await rm(dataFolder, { recursive: true });
  expect(counts).toEqual([
    [1, 3],
    [1, 1],
    [1, 1],
  ]);
});

it('the log names the file of a mail, never the link or the address', async () => {
  const dataFolder = await aDataFolder();
  const kickoff = await startKickOff({ KICKOFF_DATA: dataFolder });
  const lines: unknown[] = [];
  const spies = (['log', 'warn', 'error', 'debug'] as const).map((level) =>
    jest.spyOn(PinoLogger.prototype, level).mockImplementation((...line) => lines.push(line)),
  );
  const fan = await aFan(kickoff);

  await asVisitor(kickoff).post('/api/user/forgot-password').send({ email: fan.email });

  const [mail = ''] = await collectMails(kickoff, dataFolder);
  spies.forEach((spy) => spy.mockRestore());
  await kickoff.stop();
  await rm(dataFolder, { recursive: true });
  const token = /\/reset\/([\w-]{43})/.exec(mail)?.[1] ?? '';
  const log = JSON.stringify(lines);
  expect(log).toMatch(/mail_written.*outbox.*\.eml/);
  expect(log).not.toContain(token);
  expect(log).not.toContain(fan.email);
});

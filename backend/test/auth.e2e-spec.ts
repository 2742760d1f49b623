import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FanRegistered } from '@kickoff/contracts';
import { aFanRegistration } from '@kickoff/testing';

import { PasswordsService } from '../src/auth/passwords.service.js';
import { SessionsService } from '../src/auth/sessions.service.js';
import { UsersService } from '../src/users/users.service.js';
import { aFan, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { NOT_TEXT } from './support/wrong-types.js';

describe('fan accounts', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff, { username: 'alice' });
  });
  afterAll(() => kickoff.stop());

  const register = (form: object) => asVisitor(kickoff).post('/api/auth/register').send(form);
  const login = (form: object) => asVisitor(kickoff).post('/api/auth/login').send(form);

  describe('registration', () => {
    it('answers 201 with a message and the new fan', async () => {
      const answer = await register(aFanRegistration({ username: 'Zoë Ferrand' }));

      expect(answer.status).toBe(201);
      expect(FanRegistered.strict().parse(answer.body).user.username).toBe('Zoë Ferrand');
    });

    it.each([
      [
        'differing passwords before terms and length',
        { password: 'a', confirm_password: 'b', terms: false },
        'Passwords do not match',
      ],
      [
        'declined terms before the length',
        { password: 'a', confirm_password: 'a', terms: false },
        'You must agree to the terms and conditions',
      ],
      [
        'a short password before all other fields',
        { password: 'short', confirm_password: 'short', username: '', email: 'no', phone: 'x' },
        'Password must be at least 6 characters long',
      ],
      ['a missing password as an empty one', { password: undefined }, 'Passwords do not match'],
      [
        'missing passwords and terms as declined terms',
        { password: undefined, confirm_password: undefined, terms: undefined },
        'You must agree to the terms and conditions',
      ],
      [
        'missing passwords as too short ones',
        { password: undefined, confirm_password: undefined },
        'Password must be at least 6 characters long',
      ],
    ])('reports %s', async (_, overrides, error) => {
      const answer = await register({ ...aFanRegistration(), ...overrides });

      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error, code: 'invalid_input' });
    });

    it('counts the length of a password in code points', async () => {
      const answer = await register({
        ...aFanRegistration(),
        password: '⚽🥅🏆⚽🥅',
        confirm_password: '⚽🥅🏆⚽🥅',
      });

      expect(answer.body).toMatchObject({ error: 'Password must be at least 6 characters long' });
    });

    it.each(['football', 'FOOTBALL', '123456', 'qwerty'])(
      'rejects the common password %s',
      async (password) => {
        const answer = await register({
          ...aFanRegistration(),
          password,
          confirm_password: password,
        });

        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({ error: 'This password is too common' });
      },
    );

    it.each([
      ['the username', { username: 'Terrace Poet', password: 'terrace poet' }],
      ['the email', { email: 'poet@fans.example', password: 'Poet@fans.example' }],
      ['the name of the product', { password: 'KickOff' }],
    ])('rejects a password equal to %s', async (_, overrides) => {
      const answer = await register({
        ...aFanRegistration(),
        ...overrides,
        confirm_password: overrides.password,
      });

      expect(answer.body).toMatchObject({ error: 'This password is too common' });
    });

    it('accepts any characters in a password and does not trim it', async () => {
      const password = '  пароль \u0301🥅  ';
      const form = aFanRegistration({ password, confirm_password: password });
      await register(form).expect(201);

      await login({ email: form.email, password }).expect(200);
      await login({ email: form.email, password: password.trim() }).expect(401);
    });

    it('answers 409 to an email that differs in letter case and spaces only', async () => {
      const answer = await register(
        aFanRegistration({ email: ` ${alice.email.toUpperCase()} `, username: 'other alice' }),
      );

      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ error: 'Email already registered', code: 'conflict' });
    });

    it.each([
      ['letter case', 'Marc Tillman', 'MARC tillman'],
      ['a sharp s', 'Großmann', 'GROSSMANN'],
      ['a capital sharp s', 'Fußmann', 'FUẞMANN'],
      ['a sharp s after a capital I', 'Ißmann', 'issmann'],
      ['a final sigma', 'Πέτρος', 'ΠΈΤΡΟσ'],
      ['Unicode form', 'José Dinis', 'Jose\u0301 Dinis'],
      ['compatibility form', 'Full Width', 'Ｆull Width'],
      ['Cyrillic letters', 'Роруса', 'Popyca'],
      ['Greek letters', 'ΝΙΚΗ', 'nlkh'],
      ['zero and O', 'Roma O6', 'Roma 06'],
      ['one, l and capital I', 'Milan l1', 'Milan Il'],
      ['rn and m', 'barnaby', 'bamaby'],
      ['vv and w', 'Rovven', 'Rowen'],
    ])('answers 409 to a username that differs in %s only', async (_, first, second) => {
      await register(
        aFanRegistration({ username: first, email: `${Math.random()}@a.example` }),
      ).expect(201);

      const answer = await register(
        aFanRegistration({ username: second, email: `${Math.random()}@b.example` }),
      );

      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ error: 'Username already taken' });
    });

    it.each([
      'a',
      'a'.repeat(31),
      'two  spaces',
      'semi;colon',
      '...',
      '\u0301lead',
      'dot.\u0301',
      'аlice',
      'Αlice',
      'ali\u200bce',
      'ali\u202ece',
      'ali\u3164ce',
      'al\u0000ice',
      'a\u0301\u0302\u0303\u0304\u0305\u0306\u0307',
      'Русский English',
      '٣alice',
    ])('rejects the username %j', async (username) => {
      const answer = await register(aFanRegistration({ username, email: 'x@names.example' }));

      expect(answer.status).toBe(400);
    });

    it.each(['admin', 'Api', 'ROOT', 'support', 'constructor', 'adminhome', 'fl', 'r00t', 'арі'])(
      'rejects the reserved username %s',
      async (username) => {
        const answer = await register(aFanRegistration({ username, email: 'x@names.example' }));

        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({ error: 'This username is reserved' });
      },
    );

    it.each([
      'Łukasz_89',
      'Nguyễn Văn',
      'Дмитро.Ко',
      'Γιώργος',
      'مشجع الكرة',
      'देवांश',
      '松本ジョーdesu',
      '김민재',
      'ተስፋዬ',
      'ಅನಿಲ್',
    ])('accepts the username %s', async (username) => {
      const email = `${Math.random()}@scripts.example`;

      await register(aFanRegistration({ username, email })).expect(201);
    });

    it('creates one fan from twenty concurrent registrations with one username', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          register(aFanRegistration({ username: 'Race Runner', email: `r${number}@race.example` })),
        ),
      );

      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
    });

    it('creates one fan from twenty concurrent registrations with one email', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          register(aFanRegistration({ username: `Runner ${number}x`, email: 'one@race.example' })),
        ),
      );

      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([201, ...Array<number>(19).fill(409)]);
    });

    it('numbers fans from 1001', async () => {
      const users = await kickoff.connection
        .collection('users')
        .find({}, { sort: { userId: 1 }, limit: 1 })
        .toArray();

      expect(users[0]).toMatchObject({ username: 'alice', userId: 1001 });
    });

    it.each(['username', 'email', 'phone', 'password', 'confirm_password', 'hideContact', 'terms'])(
      'answers 400 to a %s of the wrong type',
      async (field) => {
        const values = NOT_TEXT.filter(
          (value) => typeof value !== 'boolean' || !['hideContact', 'terms'].includes(field),
        );
        const statuses = await Promise.all(
          values.map(async (value) => {
            const answer = await register({ ...aFanRegistration(), [field]: value });
            return answer.status;
          }),
        );

        expect(new Set(statuses)).toEqual(new Set([400]));
      },
    );

    it('does not store unknown fields', async () => {
      const form = aFanRegistration({ username: 'plain fan' });
      await register({ ...form, userId: 1, role: 'admin', suspension: { reason: 'x' } }).expect(
        201,
      );

      const user = await kickoff.connection.collection('users').findOne({ email: form.email });

      expect(user).not.toHaveProperty('role');
      expect(user).not.toHaveProperty('suspension');
      expect(user).not.toMatchObject({ userId: 1 });
    });
  });

  describe('login', () => {
    it('returns the token and the fan and sets the session cookie', async () => {
      const answer = await login({ email: alice.email, password: alice.password });

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        token: expect.any(String),
        user: { _id: alice.id, username: 'alice', profilePicture: '' },
      });
      expect(answer.headers['set-cookie']?.[0]).toMatch(
        /^kickoff_session=\S+; Max-Age=\d+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      );
    });

    it('sets a Secure cookie when the public address is https', async () => {
      const secured = await startKickOff({ PUBLIC_URL: 'https://kickoff.example' });
      const form = aFanRegistration();
      await asVisitor(secured).post('/api/auth/register').send(form).expect(201);

      const answer = await asVisitor(secured).post('/api/auth/login').send(form);

      expect(answer.headers['set-cookie']?.[0]).toContain('; Secure');
      await secured.stop();
    });

    it('accepts the email in any letter case and with spaces around it', async () => {
      const email = `  ${alice.email.toUpperCase()}`;

      await login({ email, password: alice.password }).expect(200);
    });

    it('returns the same error for an unknown email and a wrong password, and checks a hash for both', async () => {
      const check = jest.spyOn(kickoff.app.get(PasswordsService), 'matches');

      const unknown = await login({ email: 'nobody@fans.example', password: alice.password });
      const wrong = await login({ email: alice.email, password: 'not hers' });

      expect(check).toHaveBeenCalledTimes(2);
      check.mockRestore();
      for (const answer of [unknown, wrong]) {
        expect(answer.status).toBe(401);
        expect(answer.body).toMatchObject({
          error: 'Invalid email or password',
          code: 'unauthenticated',
        });
      }
    });

    it('reports a suspension with reason and end only after the right password', async () => {
      const fan = await aFan(kickoff);
      const user = await kickoff.app.get(UsersService).findByEmail(fan.email);
      if (!user) throw new Error('The fan is not there');
      const until = new Date(kickoff.clock.now().getTime() + 60 * 60_000);
      await kickoff.app.get(UsersService).suspend(user._id, { reason: 'Abuse', until });

      const wrong = await login({ email: fan.email, password: 'not theirs' });
      const right = await login({ email: fan.email, password: fan.password });

      expect(wrong.status).toBe(401);
      expect(right.status).toBe(403);
      expect(right.body).toMatchObject({
        error: 'This account is suspended',
        code: 'forbidden',
        reason: 'Abuse',
        until: until.toISOString(),
      });
    });

    it('succeeds after the suspension has ended', async () => {
      const fan = await aFan(kickoff);
      const user = await kickoff.app.get(UsersService).findByEmail(fan.email);
      if (!user) throw new Error('The fan is not there');
      const until = new Date(kickoff.clock.now().getTime() - 1);
      await kickoff.app.get(UsersService).suspend(user._id, { reason: 'Abuse', until });

      await login({ email: fan.email, password: fan.password }).expect(200);
    });

    it('leaves no session when the fan is suspended during the login', async () => {
      const fan = await aFan(kickoff);
      const users = kickoff.app.get(UsersService);
      const user = await users.findByEmail(fan.email);
      if (!user) throw new Error('The fan is not there');
      const sessions = kickoff.app.get(SessionsService);
      // Between the password check and the insert of the session.
      const begin = sessions.begin.bind(sessions);
      const spy = jest.spyOn(sessions, 'begin').mockImplementationOnce(async (...given) => {
        await users.suspend(user._id, { reason: 'Abuse' });
        await sessions.endAll('fan', fan.id);
        return begin(...given);
      });

      const answer = await login({ email: fan.email, password: fan.password });

      spy.mockRestore();
      expect(answer.status).toBe(401);
      const left = await kickoff.connection
        .collection('sessions')
        .countDocuments({ ownerId: user._id });
      expect(left).toBe(0);
    });

    it.each(['email', 'password'])('answers 400 to an %s that is not a string', async (field) => {
      const form = { email: alice.email, password: alice.password };
      const statuses = await Promise.all(
        NOT_TEXT.map(async (value) => (await login({ ...form, [field]: value })).status),
      );

      expect(new Set(statuses)).toEqual(new Set([400]));
    });
  });
});

import { z } from 'zod';

import { codePointLength } from './code-points.js';
import { length } from './described.js';
import { EMAIL_MAX_LENGTH, PASSWORD_LENGTH, PHONE_LENGTH, USERNAME_LENGTH } from './limits.js';
import { MESSAGES } from './messages.js';
import { normalizeEmail } from './normalize-email.js';
import { RESERVED_WORDS } from './reserved-words.js';
import { isOfOneScript } from './scripts.js';

const noNul = (label: string) =>
  z
    .string(`${label} is required`)
    .refine(
      (text) => text.isWellFormed() && !text.includes('\0'),
      `${label} contains characters that are not allowed`,
    );

/** Trimmed, NFKC and in lower case: the form in which an address is stored and compared. */
export const Email = noNul('Email')
  .overwrite(normalizeEmail)
  .pipe(
    z
      .email('Email must be a valid email address')
      .max(EMAIL_MAX_LENGTH, `Email must be at most ${EMAIL_MAX_LENGTH} characters long`),
  )
  .meta({ pattern: z.regexes.email.source, ...length({ max: EMAIL_MAX_LENGTH }) });

const USERNAME_CHARACTERS = /^[\p{L}\p{M}\p{Nd} _.-]*$/u;
const usernameRange = `Username must be ${USERNAME_LENGTH.min} to ${USERNAME_LENGTH.max} characters long`;

/** A name as shown. What counts as the same name is decided by its keys (see the backend's users). */
export const Username = noNul('Username')
  .overwrite((name) => name.trim().normalize('NFC'))
  .refine((name) => {
    const length = codePointLength(name);
    return length >= USERNAME_LENGTH.min && length <= USERNAME_LENGTH.max;
  }, usernameRange)
  .refine(
    (name) => USERNAME_CHARACTERS.test(name),
    'Username may hold letters, digits, spaces and _ . -',
  )
  .refine(
    (name) => !/\p{Default_Ignorable_Code_Point}/u.test(name),
    'Username may not hold invisible characters',
  )
  .refine((name) => /[\p{L}\p{Nd}]/u.test(name), 'Username needs at least one letter or digit')
  .refine(
    (name) => !/^\p{M}|[^\p{L}\p{M}]\p{M}/u.test(name),
    'Username has a mark without a letter',
  )
  // Real spellings stack no more (UTS 39 §5.4); beyond it marks only cover the lines around.
  .refine(
    (name) => !/\p{M}{5}/u.test(name.normalize('NFD')),
    'Username has too many marks on a letter',
  )
  .refine(isOfOneScript, 'Username may not mix letters of different scripts')
  .refine((name) => !name.includes('  '), 'Username may not hold two spaces in a row')
  .refine(
    (name) => !RESERVED_WORDS.has(name.normalize('NFKC').toLowerCase()),
    MESSAGES.usernameReserved,
  )
  .meta({ pattern: USERNAME_CHARACTERS.source, ...length(USERNAME_LENGTH) });

const phoneForm = `Phone must be ${PHONE_LENGTH.min} to ${PHONE_LENGTH.max} digits, spaces and + ( ) -`;

export const Phone = noNul('Phone')
  .overwrite((phone) => phone.trim())
  .refine((phone) => /^[0-9 +()-]*$/.test(phone), phoneForm)
  .refine(
    (phone) => phone.length >= PHONE_LENGTH.min && phone.length <= PHONE_LENGTH.max,
    phoneForm,
  )
  .meta({ pattern: '^[0-9+()-][0-9 +()-]*[0-9+()-]$', ...length(PHONE_LENGTH) });

/** A password being chosen. Never trimmed or cut; whether it is too common the server decides. */
export const NewPassword = z
  .string('Password is required')
  .refine((text) => text.isWellFormed(), 'Password contains characters that are not valid text')
  .overwrite((password) => password.normalize('NFC'))
  .refine((password) => codePointLength(password) >= PASSWORD_LENGTH.min, MESSAGES.passwordTooShort)
  .refine((password) => codePointLength(password) <= PASSWORD_LENGTH.max, MESSAGES.passwordTooLong)
  .meta(length(PASSWORD_LENGTH));

/** A password being checked: no rule but the form in which it was stored. */
export const GivenPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(1024, MESSAGES.passwordTooLong)
  .refine((text) => text.isWellFormed(), 'Password contains characters that are not valid text')
  .overwrite((password) => password.normalize('NFC'));

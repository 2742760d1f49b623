import { z } from 'zod';

import { Email, GivenPassword, NewPassword, Phone, Username } from './credentials.js';
import { MESSAGES } from './messages.js';
import { firstRegistrationFault } from './registration-checks.js';

/** Runs the ordered checks on a raw body; an absent string counts as empty, other types are left to the fields. */
function inRegistrationOrder(termsRequired: boolean) {
  return (body: unknown, context: z.RefinementCtx): unknown => {
    if (typeof body !== 'object' || body === null) return body;
    const { password = '', confirm_password = '', terms } = body as Record<string, unknown>;
    if (typeof password !== 'string' || typeof confirm_password !== 'string') return body;
    if (termsRequired && terms !== undefined && typeof terms !== 'boolean') return body;
    const fault = firstRegistrationFault(
      { password, confirm_password, terms: terms === true },
      { termsRequired },
    );
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    return body;
  };
}

const passwordPair = {
  password: NewPassword,
  confirm_password: z.string('Passwords do not match'),
};

export const FanRegistration = z
  .preprocess(
    inRegistrationOrder(true),
    z.object({
      username: Username,
      email: Email,
      phone: Phone,
      ...passwordPair,
      terms: z.literal(true, MESSAGES.termsNotAccepted),
      hideContact: z.boolean('hideContact must be true or false').optional(),
    }),
  )
  .meta({ id: 'FanRegistration' });
export type FanRegistration = z.infer<typeof FanRegistration>;

export const FanRegistered = z
  .object({ message: z.string(), user: z.object({ _id: z.string(), username: z.string() }) })
  .meta({ id: 'FanRegistered' });
export type FanRegistered = z.infer<typeof FanRegistered>;

export const AdminRegistration = z
  .preprocess(
    inRegistrationOrder(false),
    z.object({
      username: Username,
      email: Email,
      ...passwordPair,
      terms: z.boolean('terms must be true or false').optional(),
    }),
  )
  .meta({ id: 'AdminRegistration' });
export type AdminRegistration = z.infer<typeof AdminRegistration>;

export const AdminRegistered = z
  .object({ ok: z.literal(true), status: z.enum(['active', 'pending']) })
  .meta({ id: 'AdminRegistered' });
export type AdminRegistered = z.infer<typeof AdminRegistered>;

export const Login = z.object({ email: Email, password: GivenPassword }).meta({ id: 'Login' });
export type Login = z.infer<typeof Login>;

export const FanLoggedIn = z
  .object({
    token: z.string(),
    user: z.object({ _id: z.string(), username: z.string(), profilePicture: z.string() }),
  })
  .meta({ id: 'FanLoggedIn' });
export type FanLoggedIn = z.infer<typeof FanLoggedIn>;

export const AdminLoggedIn = z
  .object({ token: z.string(), user: z.object({ _id: z.string(), username: z.string() }) })
  .meta({ id: 'AdminLoggedIn' });
export type AdminLoggedIn = z.infer<typeof AdminLoggedIn>;

export const ForgotPassword = z.object({ email: Email }).meta({ id: 'ForgotPassword' });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

export const ResetPassword = z
  .object({
    token: z
      .string(MESSAGES.resetLinkInvalid)
      .max(200, MESSAGES.resetLinkInvalid)
      .refine((token) => token.isWellFormed(), MESSAGES.resetLinkInvalid),
    email: Email,
    newPassword: NewPassword,
  })
  .meta({ id: 'ResetPassword' });
export type ResetPassword = z.infer<typeof ResetPassword>;

export const ChangePassword = z
  .object({ currentPassword: GivenPassword, newPassword: NewPassword })
  .meta({ id: 'ChangePassword' });
export type ChangePassword = z.infer<typeof ChangePassword>;

/** The password is changed, all earlier sessions are over, and here is the new one's token. */
export const PasswordChanged = z
  .object({ message: z.string(), token: z.string() })
  .meta({ id: 'PasswordChanged' });
export type PasswordChanged = z.infer<typeof PasswordChanged>;

/** A sentence for the person who asked; nothing for programs. */
export const MessageAnswer = z.object({ message: z.string() }).meta({ id: 'MessageAnswer' });
export type MessageAnswer = z.infer<typeof MessageAnswer>;

export const SessionRow = z
  .object({
    _id: z.string(),
    current: z.boolean(),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    device: z.string(),
  })
  .meta({ id: 'Session' });
export type SessionRow = z.infer<typeof SessionRow>;

/** The logins of the demo cast, offered on a local demo server and nowhere else. */
export const DemoLogins = z
  .object({
    fans: z.array(z.object({ email: z.string(), password: z.string() })),
    admins: z.array(z.object({ email: z.string(), password: z.string() })),
  })
  .meta({ id: 'DemoLogins' });
export type DemoLogins = z.infer<typeof DemoLogins>;

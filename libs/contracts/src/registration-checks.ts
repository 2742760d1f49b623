import { codePointLength } from './code-points.js';
import { PASSWORD_LENGTH } from './limits.js';
import { MESSAGES } from './messages.js';

/** The values of a registration form that are judged before all else. */
export interface RegistrationChecks {
  password: string;
  confirm_password: string;
  terms: boolean;
}

/**
 * The three checks of a registration in their fixed order (REQUIREMENTS R134-R137).
 * Returns the first failing sentence; the browser shows it before any call.
 */
export function firstRegistrationFault(
  form: RegistrationChecks,
  options: { termsRequired: boolean },
): string | undefined {
  if (form.password !== form.confirm_password) return MESSAGES.passwordsDiffer;
  if (options.termsRequired && !form.terms) return MESSAGES.termsNotAccepted;
  if (codePointLength(form.password) < PASSWORD_LENGTH.min) return MESSAGES.passwordTooShort;
  return undefined;
}

import { partKeysOf } from './part-keys.js';

/** What admins find a fan by: any part of number, name, email or phone number, and the beginning of the id. */
export function fanFoundBy(fan: {
  _id: { toString(): string };
  userId: number;
  username: string;
  email: string;
  phone: string;
}): string[] {
  const { _id, userId, username, email, phone } = fan;
  return [
    ...new Set([...partKeysOf([String(userId), username, email, digitsOf(phone)]), _id.toString()]),
  ];
}

/** The forms in which a part may be stored: of a phone number only the digits are. */
export function formsOfPart(part: string): string[] {
  const digits = digitsOf(part);
  return /^[\d\s+()-]+$/.test(part) && digits !== '' && digits !== part ? [part, digits] : [part];
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

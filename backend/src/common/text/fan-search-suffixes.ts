import { toSuffixes } from './search-suffixes.js';

/**
 * Returns the admins' search keys of a fan: any substring of number, name, email or phone number,
 * and prefixes of the id.
 */
export function toFanSearchSuffixes(fan: {
  _id: string;
  userId: number;
  username: string;
  email: string;
  phone: string;
}): string[] {
  const { _id, userId, username, email, phone } = fan;
  return [
    ...new Set([...toSuffixes([String(userId), username, email, extractDigits(phone)]), _id]),
  ];
}

/** Returns the stored forms of a search text: of a phone number only the digits are stored. */
export function spellingsOf(part: string): string[] {
  const digits = extractDigits(part);
  return /^[\d\s+()-]+$/.test(part) && digits !== '' && digits !== part ? [part, digits] : [part];
}

function extractDigits(text: string): string {
  return text.replaceAll(/\D/g, '');
}

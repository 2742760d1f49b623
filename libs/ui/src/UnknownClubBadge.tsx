import { ClubBadge } from './ClubBadge';

interface UnknownClubBadgeProps {
  name: string;
  size?: 20 | 28 | 36 | 48;
}

const FIELDS = ['#23715c', '#9a3b27', '#2f5597', '#6f4596', '#7d570c', '#17667a', '#96345f'];

function monogramOf(name: string): string {
  const [first = '', second] = name.split(/[ .-]+/).filter((word) => word !== '');
  const letters = second === undefined ? Array.from(first).slice(0, 2) : [first, second];
  return letters.map((part) => Array.from(part)[0]).join('');
}

/** The shield of a club without known colours. The colours are derived from the name. */
export function UnknownClubBadge({ name, size }: UnknownClubBadgeProps) {
  let sum = 0;
  for (const character of name.toLowerCase()) sum = (sum * 31 + character.charCodeAt(0)) % 9973;
  const field = FIELDS[sum % FIELDS.length] ?? '#23715c';
  const club = { tla: monogramOf(name).toUpperCase(), colors: [field, '#ffffff'] as const };
  return <ClubBadge club={club} {...(size ? { size } : {})} />;
}

interface ClubBadgeProps {
  name: string;
  size?: 20 | 28 | 36 | 48;
}

/** Fields of unknown clubs. White letters keep 4.5:1 on each of them. */
const FIELDS = ['#23715c', '#9a3b27', '#2f5597', '#6f4596', '#7d570c', '#17667a', '#96345f'];

function monogramOf(name: string): string {
  const [first = '', second] = name.split(/[ .-]+/).filter((word) => word !== '');
  const letters = second === undefined ? Array.from(first).slice(0, 2) : [first, second];
  return letters.map((part) => Array.from(part)[0]).join('');
}

/** The shield of a club whose colours nobody told us: always the same ones for one name. */
export function ClubBadge({ name, size }: ClubBadgeProps) {
  let sum = 0;
  for (const character of name.toLowerCase()) sum = (sum * 31 + character.charCodeAt(0)) % 9973;
  return (
    <span
      className={size ? `ko-club ko-club--${size}` : 'ko-club'}
      style={{ '--c1': FIELDS[sum % FIELDS.length] ?? '', '--c2': '#fff', '--ct': '#fff' }}
      aria-hidden="true"
    >
      {monogramOf(name).toUpperCase()}
    </span>
  );
}

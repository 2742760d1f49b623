import { Link } from '@kickoff/web';

interface BarLinkProps {
  to: string;
  isCurrent: boolean;
  label: string;
}

/** A link of the top bar, marked when its page is current. */
export function BarLink({ to, isCurrent, label }: BarLinkProps) {
  return (
    <Link
      className={`ko-btn ko-btn--sm${isCurrent ? ' ko-btn--soft' : ''}`}
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {label}
    </Link>
  );
}

interface LogoProps {
  /** Accessible name. Omit it inside a named link, where the logo is decoration. */
  label?: string;
}

/** The wordmark; its O is the mark. */
export function Logo({ label }: LogoProps) {
  const role = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg viewBox="0 -1 88 26" width="88" height="26" {...role}>
      <g fill="none" stroke="currentColor" strokeWidth="3.5" strokeLinejoin="round">
        <path d="M1.9 3v18M13 3 4.4 12.6M6.6 10.3 13.6 21M18.2 8.6V21M31.4 11.3a5 5 0 1 0 0 7M36 3v18M44.4 8.6l-6.6 7M39.6 13.8 45 21" />
        <circle cx="56.4" cy="12" r="7.9" />
        <path strokeWidth="3" d="M56.4-.6v6.4M56.4 18.2v6.4" />
        <path d="M76.4 4.6h-1.2a3.6 3.6 0 0 0-3.6 3.6V21M67.8 10.4h8M86 4.6h-1.2a3.6 3.6 0 0 0-3.6 3.6V21M77.8 10.4h7.6" />
      </g>
      <circle cx="18.2" cy="4.9" r="2.2" fill="currentColor" />
      <circle className="ball" cx="56.4" cy="12" r="3" />
    </svg>
  );
}

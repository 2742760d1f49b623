import type { ButtonHTMLAttributes } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'soft' | 'line' | 'danger' | 'danger-quiet';
  size?: 'sm' | 'lg';
  block?: boolean;
  /** Shows that the work it started is running; it keeps its width, its name and the focus. */
  busy?: boolean;
}

/** The button of the design. It does nothing but look: submit handlers refuse a second start. */
export function Button({ look, size, block, busy, className, ...rest }: ButtonProps) {
  const classes = ['ko-btn'];
  if (look) classes.push(`ko-btn--${look}`);
  if (size) classes.push(`ko-btn--${size}`);
  if (block) classes.push('ko-btn--block');
  if (className) classes.push(className);
  return (
    <button
      type="button"
      {...rest}
      className={classes.join(' ')}
      aria-busy={busy ? true : undefined}
    />
  );
}

import type { ButtonHTMLAttributes } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'soft' | 'line' | 'danger' | 'danger-quiet';
  size?: 'sm' | 'lg';
  block?: boolean;
  /** Shows a spinner. Width, name and focus stay as they are. */
  busy?: boolean;
}

/**
 * The design's button. `busy` changes only its looks: submit handlers must refuse a second start.
 */
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

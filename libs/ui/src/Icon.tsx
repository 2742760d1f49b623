import type { IconNode } from 'lucide';
import { createElement } from 'react';

interface IconProps {
  icon: IconNode;
  size?: 16 | 24;
}

/** A drawing of the icon set. Its meaning stands in words beside it or on the control around it. */
export function Icon({ icon, size }: IconProps) {
  return (
    <svg className={size ? `ko-i ko-i--${size}` : 'ko-i'} viewBox="0 0 24 24" aria-hidden="true">
      {icon.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  );
}

import type { IconNode } from 'lucide';
import { createElement } from 'react';

interface IconProps {
  icon: IconNode;
  size?: 16 | 24;
}

/** An icon of the icon set. It has no accessible name: text beside it or the control names it. */
export function Icon({ icon, size }: IconProps) {
  return (
    <svg className={size ? `ko-i ko-i--${size}` : 'ko-i'} viewBox="0 0 24 24" aria-hidden="true">
      {icon.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  );
}

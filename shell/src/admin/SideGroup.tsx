import { Icon, icons } from '@kickoff/ui';
import { useId, useState, type ReactNode } from 'react';

/** A collapsible group of sidebar links. */
export function SideGroup({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  const listId = useId();
  return (
    <div className="ko-group">
      <button
        className="ko-group__t"
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {title}
        <Icon icon={icons.chevronDown} />
      </button>
      <ul id={listId} hidden={!isOpen}>
        {children}
      </ul>
    </div>
  );
}

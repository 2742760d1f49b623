import { BULK_PAGE_MAX, type BulkAction } from '@kickoff/contracts';
import { Button, formatCount } from '@kickoff/ui';

import type { Selection } from './useSelection';

interface SelectionBarProps {
  selection: Selection;
  /** Size of the whole list. */
  total: number;
  onAct: (action: BulkAction) => void;
}

const ACTIONS = [
  ['suspend', 'Suspend'],
  ['restore', 'Restore'],
  ['delete', 'Delete'],
] as const;

/** The number of selected fans, and the bulk actions. */
export function SelectionBar({ selection, total, onAct }: SelectionBarProps) {
  const count = selection.isEverybody ? total : selection.ids.length;
  if (count === 0) return null;
  const isTooMany = !selection.isEverybody && count > BULK_PAGE_MAX;
  return (
    <div className="ko-selection" role="group" aria-label="Selected users">
      <b role="status">{formatCount(count)} selected</b>
      {selection.isEverybody ? null : (
        <Button look="soft" size="sm" onClick={selection.selectEverybody}>
          Select all {formatCount(total)} that match
        </Button>
      )}
      <Button look="soft" size="sm" onClick={selection.clear}>
        Select none
      </Button>
      {isTooMany ? (
        <span>At most {BULK_PAGE_MAX} can be selected one by one.</span>
      ) : (
        ACTIONS.map(([action, words]) => (
          <Button
            key={action}
            look={action === 'delete' ? 'danger-quiet' : 'line'}
            size="sm"
            onClick={() => onAct(action)}
          >
            {words}
            <span className="ko-sr"> selected users</span>
          </Button>
        ))
      )}
    </div>
  );
}

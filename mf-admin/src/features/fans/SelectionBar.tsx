import { BULK_PAGE_MAX, type BulkAction } from '@kickoff/contracts';
import { Button, countInDigits } from '@kickoff/ui';

import type { Selection } from './useSelection';

interface SelectionBarProps {
  selection: Selection;
  /** How many the whole list has. */
  total: number;
  onAct: (action: BulkAction) => void;
}

const ACTIONS = [
  ['suspend', 'Suspend'],
  ['restore', 'Restore'],
  ['delete', 'Delete'],
] as const;

/** How many are selected, and what can be done to them at once. */
export function SelectionBar({ selection, total, onAct }: SelectionBarProps) {
  const count = selection.isEverybody ? total : selection.ids.length;
  if (count === 0) return null;
  const isTooMany = !selection.isEverybody && count > BULK_PAGE_MAX;
  return (
    <div className="ko-selection" role="group" aria-label="Selected users">
      <b role="status">{countInDigits(count)} selected</b>
      {selection.isEverybody ? null : (
        <Button look="soft" size="sm" onClick={selection.selectEverybody}>
          Select all {countInDigits(total)} that match
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

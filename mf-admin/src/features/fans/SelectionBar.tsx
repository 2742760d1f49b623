import { BULK_PAGE_MAX, type BulkAction } from '@kickoff/contracts';
import { Button, fillText, formatCount, pluralText, useFocusFallback } from '@kickoff/ui';

import { texts } from '../../texts';
import type { Selection } from './useSelection';

interface SelectionBarProps {
  selection: Selection;
  /** Size of the whole list. */
  total: number;
  onAct: (action: BulkAction) => void;
}

const ACTIONS = [
  ['suspend', texts.common.suspend],
  ['restore', texts.common.restore],
  ['delete', texts.common.delete],
] as const;

function Bar({ selection, total, count, onAct }: SelectionBarProps & { count: number }) {
  const bar = useFocusFallback<HTMLDivElement>();
  const isTooMany = !selection.isEverybody && count > BULK_PAGE_MAX;
  return (
    <div className="ko-selection" role="group" aria-label={texts.selection.label} ref={bar}>
      <b role="status">{pluralText(texts.selection.count, count, { count: formatCount(count) })}</b>
      {selection.isEverybody ? null : (
        <Button look="soft" size="sm" onClick={selection.selectEverybody}>
          {fillText(texts.selection.selectAll, { total: formatCount(total) })}
        </Button>
      )}
      <Button look="soft" size="sm" onClick={selection.clear}>
        {texts.selection.selectNone}
      </Button>
      {isTooMany ? (
        <span>{fillText(texts.selection.tooMany, { max: BULK_PAGE_MAX })}</span>
      ) : (
        ACTIONS.map(([action, words]) => (
          <Button
            key={action}
            look={action === 'delete' ? 'danger-quiet' : 'line'}
            size="sm"
            onClick={() => onAct(action)}
          >
            {words}
            <span className="ko-sr"> {texts.selection.target}</span>
          </Button>
        ))
      )}
    </div>
  );
}

/** The number of selected fans, and the bulk actions. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, total } = props;
  const count = selection.isEverybody ? total : selection.ids.length;
  return count === 0 ? null : <Bar {...props} count={count} />;
}

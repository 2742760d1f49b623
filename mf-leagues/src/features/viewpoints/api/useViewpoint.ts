import type { MatchPage, Viewpoint, ViewpointChange } from '@kickoff/contracts';
import { errorMessage } from '@kickoff/ui';
import { callApi, loadDeviceData, useMutation, useQueryClient } from '@kickoff/web';
import { useEffect, useMemo, useRef, useState } from 'react';

/** Presses in quick succession are sent as one change: the server allows 60 a minute. */
const QUICK_MS = 400;

interface Pending {
  timer: ReturnType<typeof setTimeout>;
  send: () => void;
}

/**
 * The fan's viewpoint of a match. A change shows at once and is sent after the one before it; then
 * everything shown is fetched from the new viewpoint. A failure returns to the server's state and
 * gives the reason.
 */
export function useViewpoint({ id, viewpoint }: Pick<MatchPage, 'id' | 'viewpoint'>) {
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<ViewpointChange>();
  const newest = useRef<ViewpointChange>(undefined);
  const pending = useRef<Pending>(undefined);
  useEffect(
    () => () => {
      if (!pending.current) return;
      clearTimeout(pending.current.timer);
      pending.current.send();
    },
    [],
  );

  const { mutate, reset, error } = useMutation({
    scope: { id: `viewpoint ${id}` },
    mutationFn: async (change: ViewpointChange) => {
      const { applyViewpoint } = await loadDeviceData();
      const path = `/api/user/viewpoints/${encodeURIComponent(id)}` as const;
      await callApi(path, { method: 'PUT', body: change, as: 'fan' });
      await applyViewpoint(queries, change.mode);
    },
    onSettled: (_, __, change) => {
      if (newest.current === change) setWanted(undefined);
    },
  });
  const queue = (next: ViewpointChange, waitMs: number) => {
    if (pending.current) clearTimeout(pending.current.timer);
    newest.current = next;
    reset();
    setWanted(next);
    const sendNext = () => {
      pending.current = undefined;
      mutate(next);
    };
    pending.current = { timer: setTimeout(sendNext, waitMs), send: sendNext };
  };

  const shown = useMemo((): Viewpoint => {
    const present = viewpoint ?? { matchId: id, mode: 'live' };
    if (!wanted) return present;
    const { goalNow, ...fields } = { goalNow: false, ...wanted };
    return goalNow ? { ...present, mode: fields.mode } : { ...present, ...fields };
  }, [id, viewpoint, wanted]);
  return {
    viewpoint: shown,
    isChanging: wanted !== undefined,
    fault: error ? errorMessage(error) : undefined,
    change: (next: ViewpointChange) => queue(next, 0),
    /** For a control that is pressed repeatedly, or dragged. */
    changeSoon: (next: ViewpointChange) => queue(next, QUICK_MS),
  };
}

import { NETWORK_FAILURE } from '@kickoff/contracts';
import { useRef, useState, type ComponentType } from 'react';

import { raiseToast } from './toasts';

export type LoadPart<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A part of a page whose code is fetched when it is first asked for. `Part` is
 * there while it is open; when its code does not come, a message says so and
 * asking again tries again.
 */
export function usePart<Props>(load: LoadPart<Props>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const isWanted = useRef(false);
  const open = () => {
    isWanted.current = true;
    load().then(
      (module) => {
        if (isWanted.current) setPart(() => module.default);
      },
      () => raiseToast({ kind: 'error', text: NETWORK_FAILURE }),
    );
  };
  const close = () => {
    isWanted.current = false;
    setPart(undefined);
  };
  return { Part, isOpen: Part !== undefined, open, close };
}

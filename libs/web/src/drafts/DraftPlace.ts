import { storageName } from './draft-names';
import {
  claimDraft,
  draftNamed,
  isEmpty,
  keepDraft,
  leftDraft,
  noDraft,
  ownDraft,
  removeDraft,
  type Draft,
} from './kept-drafts';

const places = new Map<string, DraftPlace>();

/** Where a draft is being written in this tab. Without a slot nothing is kept on the device. */
export class DraftPlace {
  private readonly listeners = new Set<() => void>();
  private current: Draft;

  /** Reads from this device and changes nothing: it may be created while rendering. */
  constructor(private readonly slot?: string) {
    this.current = (slot === undefined ? undefined : ownDraft(slot)) ?? noDraft();
  }

  draft(): Draft {
    return this.current;
  }

  /** Calls `listener` at every change; returns how to stop. With its first listener the place is open. */
  subscribe(listener: () => void): () => void {
    const { slot } = this;
    if (slot !== undefined && this.listeners.size === 0) {
      places.set(slot, this);
      if (isEmpty(this.current)) void this.adopt(slot);
    }
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      // Whoever comes back to it finds what this device has kept.
      if (slot !== undefined && this.listeners.size === 0) places.delete(slot);
    };
  }

  put(next: Draft): void {
    if (this.slot !== undefined) {
      if (isEmpty(next)) removeDraft(this.slot, this.current);
      else keepDraft(this.slot, next);
    }
    this.show(next);
  }

  /** What lies under a name has been written, sent or thrown away elsewhere; everything without one. */
  hear(name: string | null): void {
    if (this.slot === undefined) return;
    const own = storageName(this.slot, this.current.id);
    if (name === null || name === own) this.show(draftNamed(own) ?? noDraft());
  }

  /** Takes up what a closed tab has left, unless something is being written here by then. */
  private async adopt(slot: string): Promise<void> {
    const left = await leftDraft(slot);
    if (!left || !isEmpty(this.current)) return;
    claimDraft(slot, left);
    this.show(left);
  }

  private show(next: Draft): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

/** The place of a slot that is open in this tab: a draft that is open twice is one draft. */
export function openPlace(slot: string | undefined): DraftPlace | undefined {
  return slot === undefined ? undefined : places.get(slot);
}

function tellPlaces(name: string | null): void {
  for (const place of places.values()) place.hear(name);
}
window.addEventListener('storage', ({ key }) => tellPlaces(key));

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

  constructor(private readonly slot?: string) {
    const own = slot === undefined ? undefined : ownDraft(slot);
    this.current = own ?? noDraft();
    if (slot !== undefined && !own) void this.adopt(slot);
  }

  readonly draft = (): Draft => this.current;

  /** Hears of every change; returns how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const { slot } = this;
    this.listeners.add(listener);
    if (slot !== undefined) places.set(slot, this);
    return () => {
      this.listeners.delete(listener);
      // Whoever comes back to it finds what this device has kept.
      if (slot !== undefined && this.listeners.size === 0) places.delete(slot);
    };
  };

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

/** The one place of a slot in this tab: a draft that is open twice is one draft. */
export function placeIn(slot: string): DraftPlace {
  const known = places.get(slot);
  if (known) return known;
  const place = new DraftPlace(slot);
  places.set(slot, place);
  return place;
}

function tellPlaces(name: string | null): void {
  for (const place of places.values()) place.hear(name);
}
window.addEventListener('storage', ({ key }) => tellPlaces(key));

import { draftKey } from './draft-keys';
import {
  claimDraft,
  readDraft,
  isEmpty,
  storeDraft,
  findAbandonedDraft,
  newDraft,
  findTabDraft,
  removeDraft,
  type Draft,
} from './draft-storage';

const openStores = new Map<string, DraftStore>();

/** An observable draft. Without a slot nothing is stored on the device. */
export class DraftStore {
  private readonly listeners = new Set<() => void>();
  private current: Draft;

  /** Reads from this device without side effects, so it may be created while rendering. */
  constructor(private readonly slot?: string) {
    this.current = (slot === undefined ? undefined : findTabDraft(slot)) ?? newDraft();
  }

  draft(): Draft {
    return this.current;
  }

  /**
   * Subscribes to changes; returns the unsubscribe function. The first listener opens the store.
   */
  subscribe(listener: () => void): () => void {
    const { slot } = this;
    if (slot !== undefined && this.listeners.size === 0) {
      openStores.set(slot, this);
      if (isEmpty(this.current)) void this.adopt(slot);
    }
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      // The next visit reads the draft from this device.
      if (slot !== undefined && this.listeners.size === 0) openStores.delete(slot);
    };
  }

  put(next: Draft): void {
    if (this.slot !== undefined) {
      if (isEmpty(next)) removeDraft(this.slot, this.current);
      else storeDraft(this.slot, next);
    }
    this.show(next);
  }

  /** Reloads the draft after a change of its storage key elsewhere; null stands for all keys. */
  onStorageChange(name: string | null): void {
    if (this.slot === undefined) return;
    const own = draftKey(this.slot, this.current.id);
    if (name === null || name === own) this.show(readDraft(own) ?? newDraft());
  }

  /** Adopts the draft of a closed tab, unless something was typed meanwhile. */
  private async adopt(slot: string): Promise<void> {
    const left = await findAbandonedDraft(slot);
    if (!left || !isEmpty(this.current)) return;
    claimDraft(slot, left);
    this.show(left);
  }

  private show(next: Draft): void {
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

/** Returns a slot's open store in this tab, so that two fields share one draft. */
export function findOpenStore(slot: string | undefined): DraftStore | undefined {
  return slot === undefined ? undefined : openStores.get(slot);
}

function notifyStores(name: string | null): void {
  for (const store of openStores.values()) store.onStorageChange(name);
}
window.addEventListener('storage', ({ key }) => notifyStores(key));

const PREFIX = 'kickoff:draft:';

/** Names where an owner writes something; undefined while nobody knows who that is. */
export function slotOf(owner: string | undefined, place: string): string | undefined {
  return owner === undefined ? undefined : `${owner}:${place}`;
}

/** The name in the storage of a tab by which it knows its own draft of a slot. */
export const ownName = (slot: string) => PREFIX + slot;

/** The drafts that belong to this tab, those that it has ended included. */
export function ownIds(): string[] {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
  return names.map((name) => sessionStorage.getItem(name) ?? '');
}

/** The names in the storage of this device under which drafts are kept, of an owner or of a slot. */
export function namesIn(ownerOrSlot: string): string[] {
  const start = `${PREFIX}${ownerOrSlot}:`;
  return Object.keys(localStorage).filter((name) => name.startsWith(start));
}

/** Whether this device keeps anything that has not been sent, be it of another tab. */
export function keepsDraft(owner: string, place: string): boolean {
  return namesIn(`${owner}:${place}`).length > 0;
}

/** The name in the storage of this device by which one draft of a slot is kept. */
export function storageName(slot: string, id: string): string {
  return `${PREFIX}${slot}:${id}`;
}

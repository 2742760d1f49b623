const PREFIX = 'kickoff:draft:';

/** Owners of admins have it before their id, so that no fan's login or logout touches what is theirs. */
const ADMIN = 'admin.';

/** The name under which an admin's drafts are kept. */
export const adminOwner = (id: string): string => ADMIN + id;

export const isAdminOwner = (owner: string): boolean => owner.startsWith(ADMIN);

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

/** Whether this device may keep something unsent, be it of another tab; it may have expired. */
export function mayKeepDraft(owner: string, place: string): boolean {
  return namesIn(`${owner}:${place}`).length > 0;
}

/** The names under which this device keeps drafts, whoever wrote them. */
export function allDraftNames(): string[] {
  return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
}

/** Whose the draft is that is kept under a name. */
export function ownerIn(name: string): string {
  return name.slice(PREFIX.length).split(':', 1).join('');
}

/** The name in the storage of this device by which one draft of a slot is kept. */
export function storageName(slot: string, id: string): string {
  return `${PREFIX}${slot}:${id}`;
}

const PREFIX = 'kickoff:draft:';

/** Prefix of admins' ids, so that fans' logins and logouts do not remove admins' drafts. */
const ADMIN = 'admin.';

/** Returns the owner of an admin's drafts. */
export const adminOwner = (id: string): string => ADMIN + id;

export const isAdminOwner = (owner: string): boolean => owner.startsWith(ADMIN);

/** Returns the slot of an owner's form; undefined while the owner is unknown. */
export function toSlot(owner: string | undefined, form: string): string | undefined {
  return owner === undefined ? undefined : `${owner}:${form}`;
}

/** The sessionStorage key of this tab's draft id of a slot. */
export const tabDraftKey = (slot: string) => PREFIX + slot;

/** Returns the ids of this tab's drafts, ended ones included. */
export function tabDraftIds(): string[] {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
  return names.map((name) => sessionStorage.getItem(name) ?? '');
}

/** Returns the localStorage keys of all drafts of an owner or a slot. */
export function listDraftKeys(ownerOrSlot: string): string[] {
  const start = `${PREFIX}${ownerOrSlot}:`;
  return Object.keys(localStorage).filter((name) => name.startsWith(start));
}

/** Returns whether a draft may be stored, of any tab; it may have expired. */
export function mayHaveDraft(owner: string, form: string): boolean {
  return listDraftKeys(`${owner}:${form}`).length > 0;
}

/** Returns the localStorage keys of all drafts of all owners. */
export function listAllDraftKeys(): string[] {
  return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
}

/** Returns the owner in a draft's key. */
export function parseOwner(name: string): string {
  return name.slice(PREFIX.length).split(':', 1).join('');
}

/** The localStorage key of a draft. */
export function draftKey(slot: string, id: string): string {
  return `${PREFIX}${slot}:${id}`;
}

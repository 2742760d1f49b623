/** Why a remote was not made, as a sentence. */
export class NotCreated extends Error {}

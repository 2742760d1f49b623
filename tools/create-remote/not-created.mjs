/** A remote could not be created; the message is a sentence. */
export class NotCreated extends Error {}

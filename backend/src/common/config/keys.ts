import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A key pair on P-256 (VAPID): an uncompressed point and a private key, both in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * Secret keys, one a purpose. KeyObjects, because signing with a plain string
 * costs fifty times as much in jsonwebtoken.
 */
export interface Keys {
  fan: KeyObject;
  admin: KeyObject;
  /** Signs paging cursors. */
  cursor: KeyObject;
  /** Seals mails that wait to be sent: 32 bytes. */
  mail: KeyObject;
  /** Signs what is sent to push services. */
  push: PushKeys;
}

/** Secrets as they stand in the environment or in `secrets.json`. */
export interface Secrets {
  fanSecret: string;
  adminSecret: string;
  cursorSecret: string;
  pushKeys: PushKeys;
}

/** Turns secrets into keys. */
export function keysFrom(secrets: Secrets): Keys {
  const key = (secret: string) => createSecretKey(Buffer.from(secret));
  return {
    fan: key(secrets.fanSecret),
    admin: key(secrets.adminSecret),
    cursor: key(secrets.cursorSecret),
    // Derived, so that instances that share the fans' secret send each other's mails.
    mail: createSecretKey(createHmac('sha256', secrets.fanSecret).update('kickoff mail').digest()),
    push: secrets.pushKeys,
  };
}

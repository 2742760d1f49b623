import { ConnectionString } from 'mongodb-connection-string-url';
import { mongo } from 'mongoose';

/**
 * What the driver or KickOff would not take of a database's address, as the end of a
 * sentence; undefined where it takes all. Names no part of the address: what
 * looks like an option may be a piece of a password.
 */
export function databaseAddressFault(address: string): string | undefined {
  if (!hasHosts(address)) {
    return 'must be the address of a MongoDB, such as mongodb://a.example,b.example/kickoff?replicaSet=rs0';
  }
  try {
    // Only looks at the address: the client connects when it is asked to.
    const { readPreference } = new mongo.MongoClient(address).options;
    // A secondary may lack what was just written: the media cleanup would delete a new file.
    if (readPreference.mode !== 'primary') {
      return 'has a readPreference other than primary; transactions need that one, so leave it out';
    }
  } catch {
    return 'has a host, an option or a value of one that the MongoDB driver does not take';
  }
  return undefined;
}

/** The driver takes a member without a name, or with a space in it, and then never reaches it. */
function hasHosts(address: string): boolean {
  try {
    return new ConnectionString(address).hosts.every((host) => /^[^\s:]\S*$/.test(host));
  } catch {
    return false;
  }
}

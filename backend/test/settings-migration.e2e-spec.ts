import { randomBytes } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';

import { addKindsOfNotifications } from '../src/common/mongo/migrations/add-kinds-of-notifications.js';
import { DEFAULT_SETTINGS } from '../src/users/default-settings.js';
import { databaseServer } from './support/databases.js';

const OLD_NOTIFICATIONS = {
  like: false,
  comment: true,
  follow: true,
  story: false,
  team: true,
  report: true,
};

describe('addKindsOfNotifications', () => {
  let connection: Connection;

  beforeEach(async () => {
    const server = databaseServer();
    server.pathname = `/test-${randomBytes(6).toString('hex')}`;
    connection = await mongoose.createConnection(server.href).asPromise();
  });
  afterEach(async () => {
    await connection.dropDatabase();
    await connection.close();
  });

  const users = () => connection.collection<{ username: string; settings: object }>('users');
  const migrate = () => addKindsOfNotifications(connection.getClient().db());
  const settingsOf = async (username: string) => (await users().findOne({ username }))?.settings;

  it("adds new kinds and push settings, and preserves the fan's choices", async () => {
    const settings = { hideContact: true, feed: 'following', theme: 'dark' };
    await users().insertOne({
      username: 'ann',
      settings: { ...settings, notifications: OLD_NOTIFICATIONS },
    });

    await migrate();

    expect(await settingsOf('ann')).toEqual({
      ...settings,
      notifications: { ...DEFAULT_SETTINGS.notifications, ...OLD_NOTIFICATIONS },
      push: DEFAULT_SETTINGS.push,
    });
  });

  it('changes nothing on a second run', async () => {
    const { push, ...others } = DEFAULT_SETTINGS;
    await users().insertOne({ username: 'ann', settings: others });
    await migrate();
    const changed = { ...push, comment: false };
    await users().updateOne({ username: 'ann' }, { $set: { 'settings.push': changed } });

    await migrate();

    expect(await settingsOf('ann')).toEqual({ ...others, push: changed });
  });
});

import { createEmitter } from './emitter';

/** Which notifications a part of the page marked as read. */
export type NotificationsRead = 'all' | 'some';

/** The bell and the list of notifications inform each other of what they mark as read. */
export const { emit: emitNotificationsRead, on: onNotificationsRead } =
  createEmitter<NotificationsRead>();

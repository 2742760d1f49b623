import { EventEmitter } from 'node:events';

import { Injectable } from '@nestjs/common';

/** Events between two fans, with their ids. */
interface PeopleEventMap {
  followed: [followerId: string, followedId: string];
  /** `otherId` is hidden from `fanId` now, by a block of either side or a mute. */
  hidden: [fanId: string, otherId: string];
}

/** Emitter for features that depend on people. Listeners handle their own errors and never throw. */
@Injectable()
export class PeopleEvents extends EventEmitter<PeopleEventMap> {}

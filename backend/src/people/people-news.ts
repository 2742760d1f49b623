import { EventEmitter } from 'node:events';

import { Injectable } from '@nestjs/common';

/** What happens between two fans, by their ids. */
interface Happenings {
  followed: [followerId: string, followedId: string];
  /** The first one does not see the other any more: by a block of either side, or an own mute. */
  hidden: [fanId: string, otherId: string];
}

/** For features that build on people and have to follow what happens here. Listeners go on by themselves and never throw. */
@Injectable()
export class PeopleNews extends EventEmitter<Happenings> {}

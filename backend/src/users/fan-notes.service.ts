import type { FanNote as FanNoteAnswer } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import { type ClientSession, Types } from 'mongoose';

import { Clock } from '../common/time/clock.js';
import type { FanNote } from './fan-note.schema.js';
import { FanNotesRepository } from './fan-notes.repository.js';

/** So many notes stand on a fan's page. */
const MOST = 100;

/** Owns what admins write down about fans; a fan never sees it, and it goes with the account. */
@Injectable()
export class FanNotesService {
  constructor(
    private readonly repository: FanNotesRepository,
    private readonly clock: Clock,
  ) {}

  /** Stores a note together with what has to stand beside it. */
  async add(
    fanId: string,
    author: FanNote['author'],
    text: string,
    alongWith: (transaction: ClientSession) => Promise<void>,
  ): Promise<FanNoteAnswer> {
    const note = {
      _id: new Types.ObjectId(),
      fanId: new Types.ObjectId(fanId),
      author,
      text,
      createdAt: this.clock.now(),
    };
    await this.repository.insert(note, alongWith);
    return toAnswer(note);
  }

  /** The newest notes about a fan. */
  async of(fanId: string): Promise<FanNoteAnswer[]> {
    return (await this.repository.findOf(fanId, MOST)).map(toAnswer);
  }

  removeAllOf(fanId: string): Promise<void> {
    return this.repository.removeAllOf(fanId);
  }
}

function toAnswer({ _id, author, text, createdAt }: FanNote): FanNoteAnswer {
  return { _id: _id.toString(), author, text, createdAt: createdAt.toISOString() };
}

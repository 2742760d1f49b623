import type { FanNote } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';

import { newId } from '../common/mongo/ids.js';
import { Clock } from '../common/time/clock.js';
import type { FanNoteDocument } from './fan-note.schema.js';
import { FanNotesRepository } from './fan-notes.repository.js';

/** Maximum number of notes on a fan's page. */
const MAX_SHOWN = 100;

/** Admins' notes about fans. A fan never sees them; they are removed with the account. */
@Injectable()
export class FanNotesService {
  constructor(
    private readonly repository: FanNotesRepository,
    private readonly clock: Clock,
  ) {}

  async add(fanId: string, author: FanNoteDocument['author'], text: string): Promise<FanNote> {
    const note = {
      _id: newId(),
      fanId,
      author,
      text,
      createdAt: this.clock.now(),
    };
    await this.repository.insert(note);
    return toAnswer(note);
  }

  /** The newest notes about a fan. */
  async of(fanId: string): Promise<FanNote[]> {
    return (await this.repository.findOf(fanId, MAX_SHOWN)).map(toAnswer);
  }

  removeAllOf(fanId: string): Promise<void> {
    return this.repository.removeAllOf(fanId);
  }
}

function toAnswer({ _id, author, text, createdAt }: FanNoteDocument): FanNote {
  return { _id, author, text, createdAt: createdAt.toISOString() };
}

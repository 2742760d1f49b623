import type { FanNote } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';

import { NotFound } from '../common/errors/coded-errors.js';
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

  /** Adds a note with this id. Returns the stored note, and whether this call added it. */
  async add(note: Omit<FanNoteDocument, 'createdAt'>): Promise<{ note: FanNote; isNew: boolean }> {
    const added = { ...note, createdAt: this.clock.now() };
    const isNew = await this.repository.insert(added);
    const stored = isNew ? added : await this.repository.find(note._id);
    if (!stored) throw new NotFound('note');
    return { note: toAnswer(stored), isNew };
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

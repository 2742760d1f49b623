import { Injectable } from '@nestjs/common';

type FindOpen = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Finds open sessions without an import of the feature that owns them. */
@Injectable()
export class PushSessions {
  private find: FindOpen = () => Promise.resolve(new Set());

  /** Registers the owner's query. */
  register(find: FindOpen): void {
    this.find = find;
  }

  /** Returns those of these sessions that are open. */
  findOpen(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.find([...new Set(ids)]);
  }
}

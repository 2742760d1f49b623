import { readFile, stat } from 'node:fs/promises';

/** A parsed file that is read anew when it changed, so that a remote's release needs no restart. */
export class LiveFile<Content> {
  private known: { modifiedMs: number; content: Content } | undefined;

  constructor(
    private readonly path: string,
    private readonly parse: (text: string) => Content,
  ) {}

  /** The content; undefined where there is no such file (yet). */
  async read(): Promise<Content | undefined> {
    try {
      const { mtimeMs } = await stat(this.path);
      if (this.known?.modifiedMs !== mtimeMs) {
        const content = this.parse(await readFile(this.path, 'utf8'));
        this.known = { modifiedMs: mtimeMs, content };
      }
      return this.known.content;
    } catch {
      // Absent, or caught half-written: as if it were not there.
      return undefined;
    }
  }
}

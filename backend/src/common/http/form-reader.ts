import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';

import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import busboy from 'busboy';
import type { Request } from 'express';

import { CodedError, InvalidInput, TooLarge, UnsupportedMedia } from '../errors/coded-errors.js';
import {
  type Accepted,
  isVideo,
  kindOfHead,
  MEDIA_TYPES,
  unsupported,
} from '../files/content-kind.js';
import { LimitsService } from '../limits/limits.service.js';
import { requireFieldName } from './body-rules.js';
import { type IncomingFile, IncomingFiles } from './incoming-files.js';

/** What a form may hold at the most (SECURITY-BAR §5). */
const LIMITS = { parts: 12, textBytes: 100 * 1024 };

/** A form as its readers describe it: how many fields it has, and how they are named. */
export const FORM_RULES = {
  maxFields: LIMITS.parts,
  fieldName: /^[^[\]\u0000-\u001F\u007F]{1,100}$/,
};

/** One text field with its part's headers, and what else of the form lies in the same chunk. */
const MAX_BYTES_BETWEEN = 4 * LIMITS.textBytes;

/** Every file field that any form of ours has, with the most bytes it takes. */
const FILE_MAX_BYTES = {
  image: IMAGE_MAX_BYTES,
  profilePicture: IMAGE_MAX_BYTES,
  media: VIDEO_MAX_BYTES,
  video: VIDEO_MAX_BYTES,
} as const;
export type FileField = keyof typeof FILE_MAX_BYTES;

/** What each field takes. */
const ACCEPTED = {
  image: 'image',
  profilePicture: 'image',
  media: 'any',
  video: 'video',
} as const satisfies Record<FileField, Accepted>;

/** The media types that a field takes. */
export function acceptedTypes(field: FileField): readonly string[] {
  return MEDIA_TYPES[ACCEPTED[field]];
}

/** A file that begins like none of ours is read no further: so far other faults of its form are named first. */
const UNKNOWN_MAX_BYTES = 64 * 1024;

/** Refuses a file that is too long for its field, or begins like nothing that its field takes. */
function refuseFile(field: FileField, head: Buffer, bytes: number): void {
  const kind = kindOfHead(head);
  if (kind === undefined && bytes > UNKNOWN_MAX_BYTES) throw unsupported(ACCEPTED[field]);
  // What begins like a picture is one, whichever field it comes in.
  const isPicture = kind !== undefined && !isVideo(kind);
  const maxBytes = isPicture ? IMAGE_MAX_BYTES : FILE_MAX_BYTES[field];
  if (bytes > maxBytes) throw new TooLarge(`The file is larger than ${maxBytes / 1024 ** 2} MB`);
}

/** The parser's words where the form ends within a file. */
const CUT_SHORT = 'Unexpected end of file';

/** A form as it was read: text by name, and the files. */
export interface Form {
  text: Record<string, string>;
  files: IncomingFile[];
}

/** Owns how forms are read: text held to the rules for bodies, files streamed to disk. */
@Injectable()
export class FormReader {
  constructor(
    private readonly incoming: IncomingFiles,
    private readonly limits: LimitsService,
  ) {}

  /** Reads a form whole, or refuses it and leaves nothing of it. */
  async read(request: Request, fileFields: readonly FileField[]): Promise<Form> {
    const form: Form = { text: {}, files: [] };
    try {
      await new FormReading(request, fileFields, form, this.incoming, () => this.count(request))
        .done;
      return form;
    } catch (error) {
      await this.incoming.remove(form.files.map(({ path }) => path));
      throw error;
    }
  }

  /** A call that brings a file counts as one upload, whatever else it counts as. */
  private async count({ caller }: Request): Promise<void> {
    if (caller) await this.limits.count('uploads', `${caller.audience}:${caller.id}`);
  }
}

/** One form under way. */
class FormReading {
  readonly done: Promise<void>;
  private readonly parser: busboy.Busboy;
  private readonly receiving: Promise<void>[] = [];
  private readonly names = new Set<string>();
  private counted?: Promise<void>;
  private refusal?: { error: unknown };
  private openFiles = 0;
  /** Since the last part that was read whole, outside of files. */
  private bytesBetween = 0;

  constructor(
    private readonly request: Request,
    private readonly fileFields: readonly FileField[],
    private readonly form: Form,
    private readonly incoming: IncomingFiles,
    private readonly count: () => Promise<void>,
  ) {
    this.parser = parserFor(request);
    this.done = this.run();
  }

  private async run(): Promise<void> {
    const isOver = new Promise<void>((resolve) => {
      this.parser.on('close', resolve);
    });
    this.parser.on('field', (name: string | undefined, value, info) => {
      this.bytesBetween = 0;
      this.unlessRefused(() => this.takeText(name, value, info.valueTruncated));
    });
    this.parser.on('file', (name: string | undefined, stream, info) => {
      this.openFiles += 1;
      stream.once('close', () => {
        this.openFiles -= 1;
        this.bytesBetween = 0;
      });
      stream.on('error', ({ message }) => {
        if (message === CUT_SHORT) this.refuse(unreadable());
      });
      const isNamed = isText(info.filename) && info.filename !== '';
      this.receiving.push(
        this.takeFile(name, stream, isNamed).catch((error: unknown) => this.refuse(error)),
      );
    });
    this.parser.on('partsLimit', () =>
      this.refuse(new InvalidInput('The form has too many fields')),
    );
    this.parser.on('error', () => this.refuse(unreadable()));
    this.request.on('error', () => this.refuse(unreadable()));
    this.request.on('close', () => {
      if (!this.request.complete) this.refuse(unreadable());
    });
    this.request.on('data', (chunk: Buffer) => this.countBetween(chunk.length));
    this.request.pipe(this.parser);

    await isOver;
    await Promise.all(this.receiving);
    if (this.refusal) throw this.refusal.error;
  }

  /** The first fault is the answer, and it is given at once: what still comes is read and thrown away. */
  private refuse(error: unknown): void {
    if (this.refusal) return;
    this.refusal = { error };
    this.request.unpipe(this.parser);
    this.parser.destroy();
    this.request.resume();
  }

  /** The parser reads a field to its end before it reports its length: an endless one has to be refused here. */
  private countBetween(bytes: number): void {
    this.bytesBetween = this.openFiles > 0 ? 0 : this.bytesBetween + bytes;
    if (this.bytesBetween > MAX_BYTES_BETWEEN) this.refuse(fieldTooLarge());
  }

  private unlessRefused(take: () => void): void {
    try {
      if (!this.refusal) take();
    } catch (error) {
      this.refuse(error);
    }
  }

  private takeText(name: string | undefined, value: string, isTruncated: boolean): void {
    const field = this.newName(name);
    if (isTruncated) throw fieldTooLarge();
    const bytes = Buffer.from(value, 'latin1');
    if (!isUtf8(bytes)) throw new InvalidInput('The form is not valid UTF-8');
    this.form.text[field] = bytes.toString();
  }

  /** A file input that was left empty has no name and no bytes, and is no file. */
  private async takeFile(
    name: string | undefined,
    stream: Readable,
    isNamed: boolean,
  ): Promise<void> {
    if (this.refusal) return;
    const field = this.newName(name);
    const known = this.fileFields.find((fileField) => fileField === field);
    const unknown = new InvalidInput('The form has a file that does not belong here');
    if (!known && isNamed) throw unknown;

    const file = await this.incoming.receive(
      field,
      stream,
      (head, bytes) => {
        if (known) refuseFile(known, head, bytes);
      },
      () => {
        if (!known) throw unknown;
        return (this.counted ??= this.count());
      },
    );
    this.form.files.push(file);
    if (file.bytes === 0 && isNamed) throw new InvalidInput('The file is empty');
  }

  private newName(name: string | undefined): string {
    if (name === undefined || !FORM_RULES.fieldName.test(name)) {
      throw notAllowed();
    }
    requireFieldName(name);
    if (this.names.has(name)) throw notAllowed();
    this.names.add(name);
    return name;
  }
}

function parserFor(request: Request): busboy.Busboy {
  const { headers } = request;
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) {
    throw new UnsupportedMedia('The body must be a form (multipart/form-data)');
  }
  try {
    return busboy({
      headers,
      // The parser reports a limit when it is reached; ours may be reached and not exceeded.
      limits: { parts: LIMITS.parts + 1, fieldSize: LIMITS.textBytes + 1 },
      // One character per byte, to distinguish invalid UTF-8 from a replacement character that was
      // sent.
      defCharset: 'latin1',
    });
  } catch {
    throw unreadable();
  }
}

function unreadable(): CodedError {
  return new InvalidInput('The form could not be read');
}

function fieldTooLarge(): CodedError {
  return new TooLarge('A field of the form is too large');
}

function notAllowed(): CodedError {
  return new InvalidInput('The form has a field that is not allowed');
}

/** The parser's types promise a name where there is none. */
function isText(value: unknown): value is string {
  return typeof value === 'string';
}

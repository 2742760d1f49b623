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
import { requireFieldName, requireFormText } from './body-rules.js';
import { type IncomingFile, IncomingFiles } from './incoming-files.js';

/** Maximum number of parts and bytes of text in a form (SECURITY-BAR §5). */
const LIMITS = { parts: 12, textBytes: 100 * 1024 };

/** The same limits for the API description: number and names of fields. */
export const FORM_RULES = {
  maxFields: LIMITS.parts,
  fieldName: /^[^[\]\u0000-\u001F\u007F]{1,100}$/,
};

/** One text field with its headers, plus other parts of the form in the same chunk. */
const MAX_BYTES_BETWEEN = 4 * LIMITS.textBytes;

/** Every file field of our forms, with its maximum size in bytes. */
const FILE_MAX_BYTES = {
  image: IMAGE_MAX_BYTES,
  profilePicture: IMAGE_MAX_BYTES,
  media: VIDEO_MAX_BYTES,
  video: VIDEO_MAX_BYTES,
} as const;
export type FileField = keyof typeof FILE_MAX_BYTES;

/** The kinds that each field accepts. */
const ACCEPTED = {
  image: 'image',
  profilePicture: 'image',
  media: 'any',
  video: 'video',
} as const satisfies Record<FileField, Accepted>;

/** Returns the media types that a field accepts. */
export function acceptedTypes(field: FileField): readonly string[] {
  return MEDIA_TYPES[ACCEPTED[field]];
}

/**
 * A file of unknown kind is read only up to this size, so that other errors of its form are
 * reported first.
 */
const UNKNOWN_MAX_BYTES = 64 * 1024;

/** Throws for a file that is too long for its field, or of an unaccepted kind. */
function refuseFile(field: FileField, head: Buffer, bytes: number): void {
  const kind = kindOfHead(head);
  if (kind === undefined && bytes > UNKNOWN_MAX_BYTES) throw unsupported(ACCEPTED[field]);
  // An image has the size limit of images in any field.
  const isPicture = kind !== undefined && !isVideo(kind);
  const maxBytes = isPicture ? IMAGE_MAX_BYTES : FILE_MAX_BYTES[field];
  if (bytes > maxBytes) throw new TooLarge(`The file is larger than ${maxBytes / 1024 ** 2} MB`);
}

/** The parser's message for a form that ends within a file. */
const CUT_SHORT = 'Unexpected end of file';

/** A parsed form: text by name, and the files. */
export interface Form {
  text: Record<string, string>;
  files: IncomingFile[];
}

/** Reads forms: validates text by the rules for bodies, streams files to disk. */
@Injectable()
export class FormReader {
  constructor(
    private readonly incoming: IncomingFiles,
    private readonly limits: LimitsService,
  ) {}

  /** Reads a form completely, or throws and deletes its files. */
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

  /** A request with a file counts as one upload, in addition to its other limits. */
  private async count({ caller }: Request): Promise<void> {
    if (caller) await this.limits.count('uploads', `${caller.audience}:${caller.id}`);
  }
}

/** One form being read. */
class FormReading {
  readonly done: Promise<void>;
  private readonly parser: busboy.Busboy;
  private readonly receiving: Promise<void>[] = [];
  private readonly names = new Set<string>();
  private counted?: Promise<void>;
  private refusal?: { error: unknown };
  private openFiles = 0;
  /** Bytes since the last complete part, outside of files. */
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

  /**
   * The first error is the response, sent immediately; the rest of the body is read and discarded.
   */
  private refuse(error: unknown): void {
    if (this.refusal) return;
    this.refusal = { error };
    this.request.unpipe(this.parser);
    this.parser.destroy();
    this.request.resume();
  }

  /**
   * The parser reports a field's length only at its end, so an endless field has to be refused
   * here.
   */
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
    const text = bytes.toString();
    requireFormText(text);
    this.form.text[field] = text;
  }

  /** An empty file input has no name and no bytes; it is not a file. */
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
      // The parser reports a limit when it is reached; ours may be reached but not exceeded.
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

/** The parser's types promise a name even where there is none. */
function isText(value: unknown): value is string {
  return typeof value === 'string';
}

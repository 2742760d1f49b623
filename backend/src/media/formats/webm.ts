import { UnsupportedMedia } from '../../common/errors/coded-errors.js';
import { brokenVideo, FileWindow } from './file-window.js';

/** One element: its id with the marker bits, and the offsets of its start, body and end. */
interface Element {
  id: number;
  start: number;
  body: number;
  end: number;
  /** Live recorders leave the length unknown. */
  isOpen: boolean;
}

const HEAD = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const TRACK_NAME = 0x536e;
const CLUSTER = 0x1f43b675;
const VOID = 0xec;

/**
 * Tags, attachments and chapters; title, date and file names; and the checksum of changed parts.
 */
const METADATA = new Set([
  0x1254c367,
  0x1941a469,
  0x1043a770,
  0x7ba9,
  0x4461,
  0x7384,
  0x3c83ab,
  0x3e83bb,
  0xbf,
  TRACK_NAME,
]);
/** Direct children of the segment: one of these ends a cluster of unknown length. */
const TOP_LEVEL = new Set([
  CLUSTER,
  INFO,
  TRACKS,
  0x1254c367,
  0x1941a469,
  0x1043a770,
  0x114d9b74,
  0x1c53bb6b,
]);
const PICTURE = 1;

/** Bounds the work: no video of 100 MB has more elements. */
const MAX_ELEMENTS = 100_000;

/**
 * Checks that a file is a complete WebM video and removes its metadata in place: it becomes void
 * elements of the same length, so that offsets stay valid. Returns its duration in seconds, if
 * stored.
 */
export function cleanWebm(path: string): Promise<number | undefined> {
  return FileWindow.over(path, (file) => new Webm(file).clean());
}

class Webm {
  private elements = 0;
  private hasPicture = false;
  private hasTracks = false;
  private hasFrames = false;
  private nanosecondsAUnit = 1_000_000;
  private units?: number;

  constructor(private readonly file: FileWindow) {}

  async clean(): Promise<number | undefined> {
    const head = await this.elementAt(0, this.file.length);
    await this.requireWebm(head);
    const segment = await this.elementAt(head.end, this.file.length);
    if (segment.id !== SEGMENT) throw brokenVideo();
    await this.walk(segment.body, segment.end);
    // Data after the segment is not part of the video.
    await this.file.zero(segment.end, this.file.length);
    if (!this.hasTracks || !this.hasFrames) throw brokenVideo();
    if (!this.hasPicture) throw new UnsupportedMedia('The file has sound and no picture');
    const seconds = ((this.units ?? NaN) * this.nanosecondsAUnit) / 1e9;
    return Number.isFinite(seconds) ? seconds : undefined;
  }

  private async requireWebm(head: Element): Promise<void> {
    for (let at = head.body; head.id === HEAD && at < head.end;) {
      const element = await this.elementAt(at, head.end);
      if (element.id === DOC_TYPE && element.end - element.body <= 16) {
        const name = await this.file.bytes(element.body, element.end - element.body);
        if (name.toString('latin1').replaceAll('\0', '') === 'webm') return;
      }
      at = element.end;
    }
    throw new UnsupportedMedia('The video must be an MP4 or WebM file');
  }

  private async walk(start: number, end: number): Promise<void> {
    for (let at = start; at < end;) {
      const element = await this.elementAt(at, end);
      at = METADATA.has(element.id) ? await this.blank(element) : await this.visit(element);
    }
  }

  /** Reads an element and returns the offset of the next one. */
  private async visit(element: Element): Promise<number> {
    const { id, body, end, isOpen } = element;
    if (id === CLUSTER) {
      this.hasFrames = true;
      return isOpen ? this.endOfOpenCluster(body, end) : end;
    }
    if (isOpen) throw brokenVideo();
    if (id === INFO || id === TRACKS || id === TRACK_ENTRY) {
      this.hasTracks ||= id === TRACKS;
      await this.walk(body, end);
    } else if (id === TRACK_TYPE) {
      this.hasPicture ||= (await this.wholeNumber(element)) === PICTURE;
    } else if (id === TIMESTAMP_SCALE) {
      this.nanosecondsAUnit = await this.wholeNumber(element);
    } else if (id === DURATION) {
      const bytes = await this.file.bytes(body, end - body === 8 ? 8 : 4);
      const units = bytes.length === 8 ? bytes.readDoubleBE() : bytes.readFloatBE();
      if (Number.isFinite(units) && units > 0) this.units = units;
    } else if (id === VOID) {
      // Editors leave removed metadata in it.
      await this.file.zero(body, end);
    }
    return end;
  }

  private async endOfOpenCluster(start: number, limit: number): Promise<number> {
    for (let at = start; at < limit;) {
      const element = await this.elementAt(at, limit);
      if (TOP_LEVEL.has(element.id)) return at;
      if (element.isOpen) throw brokenVideo();
      at = element.end;
    }
    return limit;
  }

  /** Writes a void element of the same length; its size field is as long as fits. */
  private async blank({ start, end, isOpen }: Element): Promise<number> {
    if (isOpen) throw brokenVideo();
    const length = end - start;
    await this.file.zero(start, end);
    const head = Buffer.alloc(length >= 9 ? 9 : 2);
    head.writeUInt8(VOID);
    if (head.length === 9) {
      head.writeUIntBE(length - 9, 3, 6);
      head.writeUInt8(0x01, 1);
    } else {
      head.writeUInt8(0x80 | (length - 2), 1);
    }
    await this.file.write(start, head);
    return end;
  }

  private async wholeNumber({ body, end }: Element): Promise<number> {
    const length = end - body;
    if (length < 1 || length > 6) throw brokenVideo();
    return (await this.file.bytes(body, length)).readUIntBE(0, length);
  }

  private async elementAt(start: number, limit: number): Promise<Element> {
    if ((this.elements += 1) > MAX_ELEMENTS) throw brokenVideo();
    const bytes = await this.file.upTo(start, 12);
    const idLength = lengthOfNumber(bytes[0], 4);
    const sizeLength = lengthOfNumber(bytes[idLength], 8);
    const body = start + idLength + sizeLength;
    if (bytes.length < idLength + sizeLength) throw brokenVideo();
    const id = bytes.readUIntBE(0, idLength);
    const sizeBytes = bytes.subarray(idLength, idLength + sizeLength);
    const size = withoutMarker(sizeBytes);
    if (size === undefined) return { id, start, body, end: limit, isOpen: true };
    if (body + size > limit) throw brokenVideo();
    return { id, start, body, end: body + size, isOpen: false };
  }
}

/** Returns the length of a number in bytes, encoded by its leading zeros. */
function lengthOfNumber(first: number | undefined, max: number): number {
  const length = first === undefined ? Infinity : Math.clz32(first) - 23;
  if (length > max) throw brokenVideo();
  return length;
}

/** Returns the size of an element; undefined if all its bits are set, which means unknown. */
function withoutMarker(bytes: Buffer): number | undefined {
  const marker = 0x80 >> (bytes.length - 1);
  let value = bytes.readUInt8() & (marker - 1);
  let isOpen = value === marker - 1;
  for (const byte of bytes.subarray(1)) {
    value = value * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  return isOpen ? undefined : value;
}

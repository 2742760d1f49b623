import { UnsupportedMedia } from '../../common/errors/coded-errors.js';
import { brokenVideo, FileWindow } from './file-window.js';

/** One box: its type, the offsets of its start, body and end. */
interface Box {
  type: string;
  start: number;
  body: number;
  end: number;
}

/** Brands of videos. Pictures (HEIC, AVIF) and audio (M4A) use the same boxes with other brands. */
const FILM_BRANDS = /^(iso[m2-9a-f]|mp4[12]|avc1|M4V |M4VH|M4VP|MSNV|dash|f4v |mmp4|3gp[4-9])$/;
const OTHER_MAJOR_BRANDS =
  /^(M4A |M4B |M4P |F4A |F4B |qt {2}|mif1|msf1|hei[cmsx]|hev[cmx]|avi[fs]|crx )$/;

/** Container boxes that may contain metadata. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'moof', 'traf', 'mvex']);
/** Metadata boxes: location, camera, author and private data of programs. */
const METADATA = new Set(['udta', 'meta', 'uuid', 'cprt', 'loci']);
/** Free space: editors leave removed metadata in it. */
const SPACE = new Set(['free', 'skip']);
/** Headers that start with the times of creation and modification. */
const DATED = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Bounds the work: no video of 100 MB has more boxes. */
const MAX_BOXES = 50_000;

/**
 * Checks that a file is a complete MP4 video and removes its metadata in place: the boxes become
 * free space of the same length, so that offsets stay valid. Returns its duration in seconds, if
 * stored.
 */
export function cleanMp4(path: string): Promise<number | undefined> {
  return FileWindow.over(path, (file) => new Mp4(file).clean());
}

class Mp4 {
  private boxes = 0;
  private hasPicture = false;
  private hasFrames = false;
  private hasIndex = false;
  private duration?: number;

  constructor(private readonly file: FileWindow) {}

  async clean(): Promise<number | undefined> {
    await this.requireFilmBrand();
    await this.walk(0, this.file.length);
    if (!this.hasIndex || !this.hasFrames) throw brokenVideo();
    if (!this.hasPicture) throw new UnsupportedMedia('The file has sound and no picture');
    return this.duration;
  }

  private async requireFilmBrand(): Promise<void> {
    const box = await this.boxAt(0, this.file.length);
    const length = box.end - box.body;
    if (length < 8 || length > 1_024) throw brokenVideo();
    const body = await this.file.bytes(box.body, length);
    const [major = '', , ...compatible] = body.toString('latin1').match(/.{4}/gs) ?? [];
    if (
      OTHER_MAJOR_BRANDS.test(major) ||
      ![major, ...compatible].some((b) => FILM_BRANDS.test(b))
    ) {
      throw new UnsupportedMedia('The video must be an MP4 or WebM file');
    }
  }

  private async walk(start: number, end: number): Promise<void> {
    for (let at = start; at < end;) {
      const box = await this.boxAt(at, end);
      if (METADATA.has(box.type)) await this.free(box);
      else await this.visit(box);
      at = box.end;
    }
  }

  private async visit(box: Box): Promise<void> {
    if (CONTAINERS.has(box.type)) {
      this.hasIndex ||= box.type === 'moov';
      await this.walk(box.body, box.end);
    } else if (box.type === 'mdat') {
      this.hasFrames ||= box.end > box.body;
    } else if (box.type === 'hdlr') {
      const head = await this.file.bytes(box.body, 12);
      this.hasPicture ||= head.toString('latin1', 8, 12) === 'vide';
    } else if (DATED.has(box.type)) {
      await this.undate(box);
    } else if (SPACE.has(box.type)) {
      await this.file.zero(box.body, box.end);
    }
  }

  /** The two times have 32 bits, or 64 by the version; the duration follows. */
  private async undate(box: Box): Promise<void> {
    const isWide = (await this.file.bytes(box.body, 1)).readUInt8() === 1;
    const width = isWide ? 8 : 4;
    const times = box.body + 4;
    if (box.type === 'mvhd') {
      const facts = await this.file.bytes(times + 2 * width, 4 + width);
      const scale = facts.readUInt32BE();
      const units = isWide ? Number(facts.readBigUInt64BE(4)) : facts.readUInt32BE(4);
      const isKnown = scale > 0 && units > 0 && units < 2 ** (8 * width) - 1;
      if (isKnown) this.duration = units / scale;
    }
    if (times + 2 * width > box.end) throw brokenVideo();
    await this.file.zero(times, times + 2 * width);
  }

  private async free(box: Box): Promise<void> {
    await this.file.write(box.start + 4, Buffer.from('free'));
    await this.file.zero(box.body, box.end);
  }

  private async boxAt(start: number, limit: number): Promise<Box> {
    if ((this.boxes += 1) > MAX_BOXES) throw brokenVideo();
    const head = await this.file.upTo(start, 16);
    if (head.length < 8) throw brokenVideo();
    const type = head.toString('latin1', 4, 8);
    let length = head.readUInt32BE();
    let headLength = 8;
    if (length === 1) {
      if (head.length < 16) throw brokenVideo();
      length = Number(head.readBigUInt64BE(8));
      headLength = 16;
    } else if (length === 0) {
      // To the end of the file.
      length = limit - start;
    }
    const end = start + length;
    if (length < headLength || end > limit) throw brokenVideo();
    return { type, start, body: start + headLength, end };
  }
}

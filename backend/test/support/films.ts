/** A geographic location in the form that cameras write: it must not be in any stored file. */
export const PLACE = '+51.5560-000.2795/';

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** One box of an MP4 file. */
export function box(type: string, ...inner: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(inner.map((part) => Buffer.from(part)));
  return Buffer.concat([uint32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

interface Film {
  brand?: string;
  compatible?: string;
  /** The handler of its only track. */
  track?: string;
  frames?: Buffer;
}

/** The smallest valid MP4, 2.5 s long, with a location in every metadata box and in free space. */
export function anMp4({
  brand = 'isom',
  compatible = 'isommp41',
  track = 'vide',
  frames = Buffer.from('frames'),
}: Film = {}): Buffer {
  const placeBoxes = () => [
    box('udta', box('\u00a9xyz', PLACE)),
    box('meta', uint32(0), PLACE),
    box('free', PLACE),
    box('skip', PLACE),
  ];
  const dates = Buffer.concat([uint32(0), uint32(3_900_000_000), uint32(3_900_000_000)]);
  return Buffer.concat([
    box('ftyp', brand, uint32(512), compatible),
    box(
      'moov',
      box('mvhd', dates, uint32(1000), uint32(2500), Buffer.alloc(80)),
      box(
        'trak',
        box('tkhd', dates, Buffer.alloc(72)),
        box(
          'mdia',
          box('mdhd', dates, uint32(1000), uint32(2500), uint32(0)),
          box('hdlr', uint32(0), uint32(0), track, Buffer.alloc(13)),
          box('minf', box('stbl')),
        ),
        ...placeBoxes(),
      ),
      ...placeBoxes(),
    ),
    box('uuid', Buffer.alloc(16, 7), PLACE),
    box('mdat', frames),
  ]);
}

/** One element of a WebM file; the id in hexadecimal. */
export function element(id: string, ...inner: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(inner.map((part) => Buffer.from(part)));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x1000_0000 | body.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

/** An element of unknown length, as recorders write it. */
function openElement(id: string, ...inner: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0xff]), ...inner]);
}

interface WebmFilm {
  docType?: string;
  /** 1 is a picture, 2 is sound. */
  track?: number;
  /** With unknown lengths of segment and clusters. */
  isOpen?: boolean;
  milliseconds?: number;
  frames?: Buffer;
}

/** The smallest valid WebM, by default 2.5 s long, with a location in its tags, its title and free space. */
export function aWebm({
  docType = 'webm',
  track = 1,
  isOpen = false,
  milliseconds = 2500,
  frames = Buffer.from('frames'),
}: WebmFilm = {}): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(milliseconds);
  const open = isOpen ? openElement : element;
  const cluster = () => open('1f43b675', element('e7', Buffer.from([0])), element('a3', frames));
  return Buffer.concat([
    element('1a45dfa3', element('4282', docType)),
    open(
      '18538067',
      element(
        '1549a966',
        element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])),
        element('7ba9', PLACE),
        element('4489', duration),
      ),
      element('1654ae6b', element('ae', element('83', Buffer.from([track])))),
      element('1254c367', element('7373', element('67c8', PLACE))),
      element('ec', PLACE),
      cluster(),
      cluster(),
    ),
  ]);
}

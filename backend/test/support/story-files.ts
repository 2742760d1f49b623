import sharp from 'sharp';

/** A picture as a phone might send it. */
export function aPicture(background = 'green'): Promise<Buffer> {
  return sharp({ create: { width: 9, height: 16, channels: 3, background } })
    .png()
    .toBuffer();
}

/** The shortest video: a header, one video track and one empty cluster. */
export function aFilm(): Buffer {
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    element(
      '18538067',
      element('1654ae6b', element('ae', element('83', Buffer.from([1])))),
      element('1f43b675', element('e7', Buffer.from([0]))),
    ),
  ]);
}

function element(id: string, ...holds: Buffer[]): Buffer {
  const body = Buffer.concat(holds);
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | body.length]), body]);
}

/** Bytes from the first to the last, both among them. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a Range header (RFC 9110 §14.1.2). Returns the first and last byte; 'none' if the range is
 * outside the file; undefined if the whole file is sent: for an invalid header, and for several
 * ranges.
 *
 * @param bytes the file's size
 */
export function parseRange(header: string, bytes: number): ByteRange | 'none' | undefined {
  const [, list] = /^bytes\s*=(.*)$/i.exec(header) ?? [];
  if (list === undefined) return undefined;
  const parts: ByteRange[] = [];
  for (const spec of list.split(',')) {
    const [, first, last] = /^\s*(\d*)-(\d*)\s*$/.exec(spec) ?? [];
    if (first === undefined || last === undefined || first + last === '') return undefined;
    // Without a first byte it is a suffix length; a longer one than the file means all of it.
    const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
    const end = first === '' || last === '' ? bytes - 1 : Math.min(bytes - 1, Number(last));
    if (start <= end) parts.push({ start, end });
  }
  const [whole, ...others] = parts.sort((one, other) => one.start - other.start);
  if (whole === undefined) return 'none';
  for (const { start, end } of others) {
    if (start > whole.end + 1) return undefined;
    whole.end = Math.max(whole.end, end);
  }
  return whole;
}

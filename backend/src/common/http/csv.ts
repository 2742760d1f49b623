import { StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';

type Cell = string | number | undefined;

/** What a spreadsheet takes for a formula, also after blanks and in its wide form. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Spreadsheets read UTF-8 only where the file says so. */
const BYTE_ORDER_MARK = '\uFEFF';

/** So many characters are sent at once. */
const CHUNK_LENGTH = 16_384;

/** One line of CSV (RFC 4180); a text that a spreadsheet would run gets an apostrophe before it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell ?? '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/**
 * A table as a file for saving, sent row by row. The first row is awaited, so
 * that what fails at once is answered as any call; what fails later breaks the
 * answer off, for a file that ends early must not look whole.
 *
 * @param name the file's name without its extension
 */
export async function csvFile(
  name: string,
  columns: readonly string[],
  rows: AsyncGenerator<readonly Cell[]>,
): Promise<StreamableFile> {
  const first = await rows.next();
  async function* chunks() {
    let chunk = BYTE_ORDER_MARK + csvLine(columns);
    for (let row = first; !row.done; row = await rows.next()) {
      chunk += csvLine(row.value);
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }
  return new StreamableFile(Readable.from(chunks(), { objectMode: false }), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}.csv"`,
  }).setErrorHandler((_error, response) => response.destroy?.());
}

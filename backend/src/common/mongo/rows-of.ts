import type { mongo } from 'mongoose';

type RowCursor<Stored> = Pick<
  mongo.FindCursor<Stored>,
  'readBufferedDocuments' | 'hasNext' | 'close'
>;

/**
 * Yields a cursor's rows, each decoded when it is consumed. The driver's own iteration creates ten
 * promises for a buffered row, this one creates one.
 */
export function rowsOf<Stored, Row>(
  cursor: RowCursor<Stored>,
  toRow: (stored: Stored) => Row,
): AsyncIterable<Row> {
  const take = (): IteratorResult<Row, undefined> => {
    const [stored] = cursor.readBufferedDocuments(1);
    return stored === undefined
      ? { done: true, value: undefined }
      : { done: false, value: toRow(stored) };
  };
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const row = take();
        return row.done && (await cursor.hasNext()) ? take() : row;
      },
      return: async () => {
        await cursor.close();
        return { done: true, value: undefined };
      },
    }),
  };
}

/**
 * Yields the rows of batches, each read when the rows before it are consumed. An async generator
 * creates several promises for a row, this creates one.
 *
 * @param readBatch returns undefined at the end
 */
export function rowsOfBatches<Row extends object>(
  readBatch: () => Promise<readonly Row[] | undefined>,
): AsyncIterable<Row> {
  let batch: readonly Row[] | undefined = [];
  let at = 0;
  const next = async (): Promise<IteratorResult<Row, undefined>> => {
    while (batch && at >= batch.length) {
      batch = await readBatch();
      at = 0;
    }
    const row = batch?.[at];
    at += 1;
    return row === undefined ? { done: true, value: undefined } : { done: false, value: row };
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

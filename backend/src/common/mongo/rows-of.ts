import type { mongo } from 'mongoose';

type RowCursor<Stored> = Pick<
  mongo.FindCursor<Stored>,
  'readBufferedDocuments' | 'hasNext' | 'close'
>;

/**
 * The rows of a cursor, each decoded when it is taken. The driver's own iteration makes ten promises for
 * a row that is there already, this one makes one.
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

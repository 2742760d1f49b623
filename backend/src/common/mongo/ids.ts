import { Types } from 'mongoose';

/** A stored document, or a part of one, with its ids as strings. */
export type WithStringIds<Value> = Value extends Types.ObjectId
  ? string
  : Value extends Date | Uint8Array
    ? Value
    : Value extends object
      ? { [Key in keyof Value]: WithStringIds<Value[Key]> }
      : Value;

/** The stored type of an id or a list of ids. */
type Stored<Value> = Value extends string
  ? Types.ObjectId
  : Value extends readonly string[]
    ? Types.ObjectId[]
    : Value;

/** The id of a new document; ids grow with time. */
export function newId(): string {
  return new Types.ObjectId().toHexString();
}

export function toObjectIds(ids: Iterable<string>): Types.ObjectId[] {
  return Array.from(ids, (id) => new Types.ObjectId(id));
}

/** Copies a stored value with its ids as strings. */
export function toStringIds<Value>(value: Value): WithStringIds<Value>;
export function toStringIds(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Types.ObjectId) return value.toHexString();
  if (Array.isArray(value)) return value.map((item: unknown) => toStringIds(item));
  // A date, or bytes.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copy)) copy[key] = toStringIds(copy[key]);
  return copy;
}

/** Copies a document or filter with the named ids in stored form; an absent one stays absent. */
export function withObjectIds<Row extends object, Key extends keyof Row>(
  row: Row,
  ...keys: readonly Key[]
): { [Name in keyof Row]: Name extends Key ? Stored<Row[Name]> : Row[Name] };
export function withObjectIds(row: object, ...keys: readonly string[]): object {
  const copy: Record<string, unknown> = { ...row };
  for (const key of keys) if (key in copy) copy[key] = toStored(copy[key]);
  return copy;
}

function toStored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toStored);
  return typeof value === 'string' ? new Types.ObjectId(value) : value;
}

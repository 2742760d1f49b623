import { LANGUAGE } from './date-format';

/** The names in braces of a text: of 'From {from} to {to}' they are from, to. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The value of each name in a text. */
export type ValuesOf<Text extends string, Value> = Readonly<Record<NamesIn<Text>, Value>>;

/** One text per plural category of the language. */
interface PluralTexts {
  one: string;
  other: string;
}

let pluralRules: Intl.PluralRules | undefined;

/** Splits a text at its names in braces, and replaces each by its value. */
export function fillPieces<Value>(text: string, values: Readonly<Record<string, Value>>) {
  // The split puts a name at every second index.
  return text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : values[piece]));
}

/** Fills the names in braces of a text: 'Behind by {seconds} s' with 45. */
export function fillText<Text extends string>(
  text: Text,
  values: ValuesOf<Text, string | number>,
): string {
  return fillPieces(text, values).join('');
}

/**
 * Picks the text for a count and fills it, with the count itself as `{count}` unless it is given
 * another form: '1 like', '1,250 likes'.
 */
export function pluralText<Texts extends PluralTexts>(
  texts: Texts,
  count: number,
  values: ValuesOf<Texts['one' | 'other'], string | number>,
): string {
  pluralRules ??= new Intl.PluralRules(LANGUAGE);
  return fillText<string>(pluralRules.select(count) === 'one' ? texts.one : texts.other, values);
}

import { LANGUAGE } from './date-format';

/** The names in braces of a text: of 'From {from} to {to}' they are from, to. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What stands for each name of a text. */
export type ValuesOf<Text extends string, Value> = Readonly<Record<NamesIn<Text>, Value>>;

/** One text per plural category of the language. */
interface PluralTexts {
  one: string;
  other: string;
}

let pluralRules: Intl.PluralRules | undefined;

/** Fills the names in braces of a text: 'Behind by {seconds} s' with 45. */
export function fillText<Text extends string>(
  text: Text,
  values: ValuesOf<Text, string | number>,
): string {
  const given: Readonly<Record<string, string | number>> = values;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
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

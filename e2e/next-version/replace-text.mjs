/**
 * Replaces a text in a source, and fails if the source no longer has it.
 *
 * @this {import('webpack').LoaderContext<{ text: string, by: string }>}
 * @param {string} source
 * @returns {string}
 */
export default function replaceText(source) {
  const { text, by } = this.getOptions();
  if (!source.includes(text)) throw new Error(`${this.resourcePath} has no text '${text}'`);
  return source.replace(text, by);
}

/** The code in the store's words about an error. */
export function codeIn(xml: string): string | undefined {
  return /<Error>/.test(xml) ? (textsOf(xml, 'Code')[0] ?? 'unnamed') : undefined;
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** What stands in each element of this name, in the few plain documents that a store answers with. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity),
  );
}

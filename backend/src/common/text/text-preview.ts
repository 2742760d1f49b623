/** An excerpt of a text; `truncated` is set only if it was cut. */
export interface TextPreview {
  text: string;
  truncated?: true;
}

/** Cuts a text after `maxLength` code points. */
export function toTextPreview(text: string, maxLength: number): TextPreview {
  const end = endOfPreview(text, maxLength);
  return end === text.length ? { text } : { text: text.slice(0, end), truncated: true };
}

/** The length of a text's preview in UTF-16 units. */
function endOfPreview(text: string, maxLength: number): number {
  if (text.length <= maxLength) return text.length;
  let end = 0;
  let length = 0;
  for (const character of text) {
    if (length === maxLength) return end;
    end += character.length;
    length += 1;
  }
  return end;
}

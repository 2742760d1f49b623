import { Fragment, type ReactNode } from 'react';

import type { ValuesOf } from './fill-text';

interface FilledTextProps<Text extends string> {
  text: Text;
  values: ValuesOf<Text, ReactNode>;
}

/** Shows a text with elements for its names in braces: '{fan} likes your post' with a link. */
export function FilledText<Text extends string>({ text, values }: FilledTextProps<Text>) {
  const given: Readonly<Record<string, ReactNode>> = values;
  return text
    .split(/(\{\w+\})/)
    .map((part, index) => (
      <Fragment key={index}>{part.startsWith('{') ? given[part.slice(1, -1)] : part}</Fragment>
    ));
}

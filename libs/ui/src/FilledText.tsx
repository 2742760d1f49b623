import { createElement, Fragment, type ReactNode } from 'react';

import { fillPieces, type ValuesOf } from './fill-text';

interface FilledTextProps<Text extends string> {
  text: Text;
  values: ValuesOf<Text, ReactNode>;
}

/** Shows a text with elements for its names in braces: '{fan} likes your post' with a link. */
export function FilledText<Text extends string>({ text, values }: FilledTextProps<Text>) {
  // As separate arguments, because the pieces never change their order and need no keys.
  return createElement(Fragment, null, ...fillPieces(text, values));
}

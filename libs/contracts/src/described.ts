import { VISIBLE } from './code-points.js';

// What a refinement or a transformation hides from the JSON schema of the API description. Each stands beside
// the rule that it describes.

/** A whole number that a query sends as text. */
export const integer = (minimum: number, maximum: number) => ({
  type: 'integer',
  minimum,
  maximum,
  pattern: undefined,
});

/** Length in code points, as JSON Schema counts. */
export const length = ({ min, max }: { min?: number; max: number }) => ({
  ...(min === undefined ? {} : { minLength: min }),
  maxLength: max,
});

/** Text for which `isBlank` is false. */
export const notBlank = { minLength: 1, pattern: VISIBLE.source };

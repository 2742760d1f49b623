import { StandardSchemaValidationPipe } from '@nestjs/common';

import { InvalidInput } from '../errors/coded-errors.js';

/** Checks `@Body({ schema })`, `@Query({ schema })` and `@Param` against the contract; the first fault is the sentence. */
export const schemaPipe = new StandardSchemaValidationPipe({
  exceptionFactory: (issues) => {
    const details = issues.map((issue) => ({
      path: (issue.path ?? [])
        .map((part) => String(typeof part === 'object' ? part.key : part))
        .join('.'),
      message: issue.message,
    }));
    return new InvalidInput(details[0]?.message ?? 'The request is not valid', details);
  },
});

import type { ClientErrorRow } from '@kickoff/contracts';

import { texts } from './texts';

/** The text of each kind of error in browsers. */
export const ERROR_KIND_WORDS: Record<ClientErrorRow['kind'], string> = texts.clientErrors.kind;

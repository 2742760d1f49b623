import { z } from 'zod';

import { IMAGE_WIDTHS } from './limits.js';

/** In which width an image is wanted: one of `IMAGE_WIDTHS`. A video takes no notice. */
export const UploadQuery = z.object({
  w: z
    .string('w must be text')
    .meta({ enum: IMAGE_WIDTHS.map(String) })
    .optional(),
});
export type UploadQuery = z.infer<typeof UploadQuery>;

import { z } from 'zod';

/** In which width an image is wanted: one of `IMAGE_WIDTHS`. A video takes no notice. */
export const UploadQuery = z.object({ w: z.string('w must be text').optional() });
export type UploadQuery = z.infer<typeof UploadQuery>;

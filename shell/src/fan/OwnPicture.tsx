import { PictureOverlay } from '@kickoff/ui';

/** The fan's own picture over the page. Default export, for a lazy chunk. */
export default PictureOverlay;

/** The failure of a remote that needs other versions than this shell provides. */
export class UnfitRemote extends Error {
  override name = 'UnfitRemote';
}

/** Numbers on a dashboard that stays open: asked again this often while somebody can see them. */
export const refresh = { refetchInterval: 30_000 };

declare module '*.css';
declare module '*.svg' {
  const address: string;
  export default address;
}
declare module '*.png' {
  const address: string;
  export default address;
}
declare module '*.webmanifest' {
  const address: string;
  export default address;
}
declare module '*/remote.json' {
  import type { PageOwner } from '@kickoff/contracts';

  const declaration: PageOwner;
  export default declaration;
}

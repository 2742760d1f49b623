declare module '*.module.css' {
  /** Names in the sheet to their scoped names. */
  const classes: Readonly<Record<string, string | undefined>>;
  export default classes;
}
declare module '*.css';
declare module '*.svg' {
  const address: string;
  export default address;
}

// Passes data-driven colours and shares to the stylesheet as custom properties.
declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string;
  }
}

export {};

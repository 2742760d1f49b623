// Data-driven colours and shares reach the stylesheet as custom properties.
declare module 'react' {
  interface CSSProperties {
    [name: `--${string}`]: string;
  }
}

export {};

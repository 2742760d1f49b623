import { reportError } from '@kickoff/web';
import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** A new value resets the error, for example when the page changes. */
  resetKey: string;
  /** The remote inside; omitted for the shell's own parts. */
  remote?: string | undefined;
  children: ReactNode;
  fallback: (retry: () => void) => ReactNode;
}

interface ErrorBoundaryState {
  resetKey: string;
  hasFailed: boolean;
}

/** Limits a rendering error to the part inside. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = { resetKey: this.props.resetKey, hasFailed: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return props.resetKey === state.resetKey
      ? null
      : { resetKey: props.resetKey, hasFailed: false };
  }

  override componentDidCatch(error: unknown): void {
    reportError({ kind: 'render', error, remote: this.props.remote });
  }

  private readonly retry = () => this.setState({ hasFailed: false });

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(this.retry) : this.props.children;
  }
}

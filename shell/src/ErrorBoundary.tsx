import type { RemoteName } from '@kickoff/contracts';
import { reportError } from '@kickoff/web';
import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** A new value is a new chance: what failed was another page's. */
  of: string;
  /** Whose part it is; absent for the shell's own. */
  remote?: RemoteName | undefined;
  children: ReactNode;
  fallback: (retry: () => void) => ReactNode;
}

interface ErrorBoundaryState {
  of: string;
  hasFailed: boolean;
}

/** Keeps what fails while drawing from taking down more than its own part. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state = { of: this.props.of, hasFailed: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return props.of === state.of ? null : { of: props.of, hasFailed: false };
  }

  override componentDidCatch(error: unknown): void {
    reportError({ kind: 'render', error, remote: this.props.remote });
  }

  private readonly retry = () => this.setState({ hasFailed: false });

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(this.retry) : this.props.children;
  }
}

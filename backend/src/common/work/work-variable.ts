import { AsyncLocalStorage } from 'node:async_hooks';

interface Binding<Value> {
  variable: WorkVariable<Value>;
  value: Value;
}

/** The values of all variables: one storage, because each adds cost to every promise. */
const bindings = new AsyncLocalStorage<readonly Binding<unknown>[]>();

/** A value that travels with work through everything that the work awaits or starts. */
export class WorkVariable<Value> {
  /** Runs `work` with a value; other variables are unchanged. */
  run<Result>(value: Value, work: () => Result): Result {
    const others = (bindings.getStore() ?? []).filter(({ variable }) => variable !== this);
    return bindings.run([...others, { variable: this, value }], work);
  }

  /** Returns the value of the current work; undefined without one. */
  get(): Value | undefined {
    const binding = bindings.getStore()?.find(({ variable }) => variable === this);
    return binding && isOf(binding, this) ? binding.value : undefined;
  }
}

function isOf<Value>(
  binding: Binding<unknown>,
  variable: WorkVariable<Value>,
): binding is Binding<Value> {
  return binding.variable === variable;
}

/** A fake upload in flight, with its possible outcomes. */
interface HeldUpload {
  path: string;
  key: string | undefined;
  form: FormData;
  wasTakenBack: () => boolean;
  progress: (percent: number) => void;
  answer: (body: unknown, status?: number) => void;
  breakOff: () => void;
}

/** Holds every upload until the test resolves it. */
export function heldUploads(): HeldUpload[] {
  const uploads: HeldUpload[] = [];
  class Held extends EventTarget {
    readonly upload = new EventTarget();
    private readonly headers = new Map<string, string>();
    private path = '';
    private isAborted = false;
    status = 0;
    responseText = '';

    open(_method: string, path: string): void {
      this.path = path;
    }
    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value);
    }
    send(form: FormData): void {
      uploads.push({
        path: this.path,
        key: this.headers.get('Idempotency-Key'),
        form,
        wasTakenBack: () => this.isAborted,
        progress: (percent) =>
          this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: percent, total: 100 })),
        answer: (body, status = 201) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.dispatchEvent(new Event('load'));
        },
        breakOff: () => this.dispatchEvent(new Event('error')),
      });
    }
    abort(): void {
      this.isAborted = true;
      this.dispatchEvent(new Event('abort'));
    }
  }
  // Not restored: the environment ends with its test file.
  Object.assign(globalThis, { XMLHttpRequest: Held });
  return uploads;
}

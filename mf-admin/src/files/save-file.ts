/** Hands a file to the browser, which keeps it where downloads go. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after this; it needs no more than a moment.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

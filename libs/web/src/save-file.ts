/** Saves a file as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the URL after the click, within a moment.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copies text. False if the browser refuses it, as without a permission. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Saves text as a file of the person. */
export const saveAsFile = (text: string, { name, type }: { name: string; type: string }): void =>
  saveBlob(new Blob([text], { type }), name);

/** Saves bytes as a file of the person. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started to read by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

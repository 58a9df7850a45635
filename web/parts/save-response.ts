/** The name that a response proposes for its file. */
const proposedName = (response: Response): string | undefined =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];

/** Saves what an operation has returned as a file of the person, without showing it. */
export async function saveResponse(response: Response, name: string): Promise<void> {
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = proposedName(response) ?? name;
  link.click();
  // The browser has started to read by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

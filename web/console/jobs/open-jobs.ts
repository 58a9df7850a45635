const listeners = new Set<() => void>();

/** Opens the tray of jobs, wherever the user is. */
export function openJobs(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener when the tray is to open. Returns how to stop that. */
export function onOpenJobs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

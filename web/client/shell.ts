/** What the hub writes into the page before any request. */
export interface Shell {
  tenantName: string;
  locale: string;
}

/** Reads the shell that the page was served in. */
export const readShell = (): Shell => ({
  tenantName: document.querySelector<HTMLMetaElement>('meta[name=tenant]')?.content ?? '',
  locale: document.documentElement.lang,
});

const safeProtocols = ['https:', 'http:', 'mailto:'];

/** The address, if browsers may follow it; `javascript:` and others are not. */
export function safeHref(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  return safeProtocols.includes(new URL(href).protocol) ? href : undefined;
}

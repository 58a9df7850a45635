const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML. */
export const escapeHtml = (text: unknown): string =>
  String(text).replace(/[&<>"']/g, (c) => escapes[c] as string);

/** Text with its `code` marked. */
export const prose = (text: string): string =>
  escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

/** Text as HTML that shows it, in elements and in quoted attributes. */
export const escapeHtml = (text: unknown): string =>
  String(text).replace(/[&<>"']/g, (character) => entities[character] as string);

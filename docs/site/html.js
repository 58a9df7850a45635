const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for elements and attributes. */
export const escapeHtml = (text) => String(text).replace(/[&<>"]/g, (one) => entities[one]);

/** The text of HTML, for the search. */
export const textOf = (html) =>
  html
    .replaceAll('<wbr>', '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

/** A part of a text: characters as they are, or one that would not be seen, by its name. */
export type TextPart = { text: string } | { control: string };

// C0 and C1 without tab and line feed; soft hyphen; zero-width space, joiner of words, byte order mark; the marks, embeddings,
// overrides and isolates of bidirectional text; line and paragraph separators; tags. The joiners U+200C and U+200D are part of words
// in Persian and of emoji, so they stay.
const hidden =
  // eslint-disable-next-line no-misleading-character-class
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Whether a text contains characters that are not seen and change what is. */
export const hasHidden = (text: string): boolean => text.search(hidden) >= 0;

/** Splits a text at characters that are not seen, such as the override that lets `gpj.exe` read as `exe.jpg`. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(hidden)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ control: nameOf(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

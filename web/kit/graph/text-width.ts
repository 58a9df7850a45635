import type { TextWidth } from './graph-layout.ts';

/** Measures text in the font of the page, as nodes show it. */
export function textWidthOf(element: Element): TextWidth {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return (text) => text.length * 8;
  context.font = `500 14px ${getComputedStyle(element).fontFamily}`;
  const known = new Map<string, number>();
  return (text) => {
    const width = known.get(text) ?? context.measureText(text).width;
    known.set(text, width);
    return width;
  };
}

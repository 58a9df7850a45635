import { encode } from 'uqr';

/** A text as the path of an SVG, one unit a module, with the quiet zone that scanners need (ISO/IEC 18004). */
export function qrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: runs.join('') };
}

/** Returns the complete messages of an octet-counted stream (RFC 5425 §4.3). */
export function framesOf(stream: Buffer): string[] {
  const frames: string[] = [];
  let rest = stream;
  for (;;) {
    const space = rest.indexOf(0x20);
    const length = Number(rest.subarray(0, Math.max(0, space)).toString());
    if (space < 1 || rest.length < space + 1 + length) return frames;
    frames.push(rest.subarray(space + 1, space + 1 + length).toString());
    rest = rest.subarray(space + 1 + length);
  }
}

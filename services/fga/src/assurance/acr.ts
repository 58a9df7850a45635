/** Ladders of authentication contexts: levels of assurance, and resistance to phishing (OpenID EAP ACR 1.0). */
const ladders: readonly (readonly string[])[] = [
  ['aal1', 'aal2', 'aal3'],
  ['phr', 'phrh'],
];

/** Does a sign-in at `actual` meet `wanted`? A step of the same ladder, as high; a value of no ladder only itself. */
export function isAcrMet(actual: string | null | undefined, wanted: string): boolean {
  if (!actual) return false;
  if (actual === wanted) return true;
  const ladder = ladders.find((steps) => steps.includes(wanted));
  return (
    ladder !== undefined &&
    ladder.includes(actual) &&
    ladder.indexOf(actual) >= ladder.indexOf(wanted)
  );
}

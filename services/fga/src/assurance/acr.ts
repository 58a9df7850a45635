/**
 * Ordered authentication context classes: levels of assurance, and phishing resistance (OpenID EAP
 * ACR 1.0).
 */
const ladders: readonly (readonly string[])[] = [
  ['aal1', 'aal2', 'aal3'],
  ['phr', 'phrh'],
];

/**
 * Whether a sign-in at `actual` satisfies `wanted`: at least the same level of the same ladder. A
 * value of no ladder satisfies only itself.
 */
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

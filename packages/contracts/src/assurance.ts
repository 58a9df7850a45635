/**
 * Authentication context classes (`acr`), each list from the weakest to the strongest: levels of assurance, and phishing resistance
 * (OpenID EAP ACR Values 1.0). A value satisfies those before it in its list.
 */
const ladders: readonly (readonly string[])[] = [
  ['aal1', 'aal2', 'aal3'],
  ['phr', 'phrh'],
];

/** Returns the values that a sign-in with this `acr` satisfies, weakest first. A value of no list satisfies only itself. */
export function satisfiedAcrValues(acr: string): string[] {
  const ladder = ladders.find((values) => values.includes(acr));
  return ladder ? ladder.slice(0, ladder.indexOf(acr) + 1) : [acr];
}

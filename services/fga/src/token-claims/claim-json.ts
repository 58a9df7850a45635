/** Parses JSON from a sibling; an empty object if it is empty or invalid. */
export function claimJson(json: string): unknown {
  try {
    return JSON.parse(json === '' ? '{}' : json) as unknown;
  } catch {
    return {};
  }
}

/** JSON from a sibling; an empty object where it is empty or none. */
export function claimJson(json: string): unknown {
  try {
    return JSON.parse(json === '' ? '{}' : json) as unknown;
  } catch {
    return {};
  }
}

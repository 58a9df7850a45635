/** A finding of the server about a request: a JSON Pointer (RFC 6901) and a sentence. */
export interface Finding {
  pointer?: string;
  detail: string;
}

/** The path of a field as react-hook-form writes it: `urls.0.value` for `/urls/0/value`. */
export const fieldPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

export interface PlacedFinding {
  /** The field that shows the finding; absent if the form has none for it. */
  field?: string;
  /** The path that the finding is about. */
  path: string;
  detail: string;
}

/** The field of the form for a path: itself, or the nearest above it. */
function fieldFor(path: string, fields: readonly string[]): string | undefined {
  if (path === '') return undefined;
  if (fields.includes(path)) return path;
  return fieldFor(path.split('.').slice(0, -1).join('.'), fields);
}

/** Assigns findings to fields. Those without a field are for the summary, so that none is lost. */
export const placeFindings = (
  findings: readonly Finding[],
  fields: readonly string[],
): PlacedFinding[] =>
  findings.map(({ pointer = '', detail }) => {
    const path = fieldPath(pointer);
    return { field: fieldFor(path, fields), path, detail };
  });

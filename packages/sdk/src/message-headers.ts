/** Headers of a standard message, or of one of Node. */
export type MessageHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

/** The value of a header, whose name is in lower case. Frameworks have classes of their own for standard headers. */
export function headerIn(headers: MessageHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined;
  const value = (headers as Readonly<Record<string, string | string[] | undefined>>)[name];
  return typeof value === 'string' ? value : undefined;
}

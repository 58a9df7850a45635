/** Reads one parameter of an address, as the router has parsed it. Undefined: absent, or not valid. */
export type ParamReader<T> = (value: unknown) => T | undefined;

type Readers = Readonly<Record<string, ParamReader<unknown>>>;
type Read<R extends Readers> = { [K in keyof R]?: NonNullable<ReturnType<R[K]>> };

/** The router reads numbers and booleans out of text that looks like them. */
export const textParam: ParamReader<string> = (value) =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
    ? String(value)
    : undefined;

export const oneOfParam =
  <const V extends string>(...values: readonly V[]): ParamReader<V> =>
  (value) =>
    values.find((one) => one === value);

export const flagParam: ParamReader<true> = (value) => (value === true ? true : undefined);

/** Texts, such as the cursors of a list. An empty list is absent. */
export const textsParam: ParamReader<readonly string[]> = (value) => {
  const texts = Array.isArray(value) ? value.flatMap((one) => textParam(one) ?? []) : [];
  return texts.length > 0 ? texts : undefined;
};

/**
 * Declares the search parameters of a page. An edited address still leads to the page, without what is not
 * valid.
 * @example validateSearch: searchParams({ q: textParam, status: oneOfParam('active', 'suspended') })
 */
export const searchParams =
  <R extends Readers>(readers: R) =>
  (search: Record<string, unknown>): Read<R> =>
    Object.fromEntries(
      Object.entries(readers).flatMap(([name, read]) => {
        const value = read(search[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as Read<R>;

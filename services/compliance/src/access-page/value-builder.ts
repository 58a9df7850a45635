/** A value to show. Objects are maps, so that no member name has a special meaning. */
export type ShownValue = string | boolean | null | ShownValue[] | Map<string, ShownValue>;

/** A token of the JSON parser: strings arrive in chunks. */
export interface JsonToken {
  name: string;
  value?: string | null;
}

/** Limits of one value. */
export interface ValueLimits {
  values: number;
  characters: number;
  depth: number;
}

/** Builds a value from tokens, within limits: services return parts of any size. */
export function valueBuilder({ values, characters, depth }: ValueLimits) {
  const open: { container: ShownValue[] | Map<string, ShownValue>; key: string }[] = [];
  let root: ShownValue = null;
  let left = values;
  let skippedLevels = 0;
  let text = '';
  let isCut = false;

  const shortened = (whole: string): string => {
    if (whole.length <= characters) return whole;
    isCut = true;
    return `${whole.slice(0, characters)}…`;
  };

  function put(value: ShownValue): boolean {
    if (skippedLevels > 0 || left-- <= 0) {
      isCut = true;
      return false;
    }
    const place = open.at(-1);
    if (!place) root = value;
    else if (Array.isArray(place.container)) place.container.push(value);
    else place.container.set(place.key, value);
    return true;
  }

  function begin(container: ShownValue[] | Map<string, ShownValue>): void {
    if (open.length < depth && put(container)) open.push({ container, key: '' });
    else {
      isCut = true;
      skippedLevels++;
    }
  }

  const end = (): void => {
    if (skippedLevels > 0) skippedLevels--;
    else open.pop();
  };

  function setKey(key: string): void {
    const place = open.at(-1);
    if (place && skippedLevels === 0) place.key = shortened(key);
  }

  function append(chunk: string): void {
    if (text.length <= characters) text += chunk.slice(0, characters + 1 - text.length);
  }

  function takeText(): string {
    const whole = text;
    text = '';
    return shortened(whole);
  }

  const steps: Record<string, (value: string) => unknown> = {
    startObject: () => begin(new Map()),
    startArray: () => begin([]),
    endObject: end,
    endArray: end,
    keyValue: setKey,
    stringChunk: append,
    endString: () => put(takeText()),
    numberValue: (value) => put(shortened(value)),
    trueValue: () => put(true),
    falseValue: () => put(false),
    nullValue: () => put(null),
  };

  return {
    take: ({ name, value }: JsonToken) => steps[name]?.(String(value)),
    result: () => ({ value: root, isCut }),
  };
}

/**
 * A number with 16 characters or an exponent, in the position of a value. A double represents any
 * shorter number exactly enough.
 */
const suspect = /(?:^|[[:,\s])-?(?:[\d.]{16}|[\d.]{1,15}[eE])/;
const literal = /-?\d[\d.eE+-]*/y;

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const isNumberStart = (code: number): boolean => code === minus || (code >= 0x30 && code <= 0x39);

/** Returns the index after the string that starts at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}

/**
 * Writes a decimal as its significant digits and the power of ten of the last one, so that equal
 * values have equal text.
 */
function canonical(decimal: string): string {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (digits[start] === '0') start += 1;
  if (start === end) return '0';
  while (digits[end - 1] === '0') end -= 1;
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${digits.slice(start, end)}e${power}`;
}

/**
 * Whether a double preserves the value of a JSON number: its shortest decimal representation has
 * the same value.
 */
function isExact(number: string): boolean {
  const value = Number(number);
  if (!Number.isFinite(value)) return false;
  const written = number.startsWith('-') ? number.slice(1) : number;
  return canonical(written) === canonical(String(Math.abs(value)));
}

const visible = /[^\t\n\r ]/g;

/** Whether the string before `at` is a property name. */
function isFollowedByColon(json: string, at: number): boolean {
  visible.lastIndex = at;
  return visible.exec(json)?.[0] === ':';
}

/** The names and indexes that lead to a value. */
type JsonPath = (string | number)[];

/**
 * Reads the character or string at `at` and updates the path. Returns where the next one begins.
 */
function step(json: string, at: number, path: JsonPath): number {
  const character = json[at] as string;
  const last = path.at(-1);
  const next = character === '"' ? endOfString(json, at) : at + 1;
  if (character === '{') path.push('');
  else if (character === '[') path.push(0);
  else if (character === '}' || character === ']') path.pop();
  else if (character === ',' && typeof last === 'number') path[path.length - 1] = last + 1;
  else if (character === '"' && isFollowedByColon(json, next))
    path[path.length - 1] = JSON.parse(json.slice(at, next)) as string;
  return next;
}

/** Returns the path of the value that begins at `end`. */
function pathTo(json: string, end: number): JsonPath {
  const path: JsonPath = [];
  for (let at = 0; at < end;) at = step(json, at, path);
  return path;
}

/** Returns the number that begins at `at`; undefined if none does. */
function numberAt(json: string, at: number): string | undefined {
  if (!isNumberStart(json.charCodeAt(at))) return undefined;
  literal.lastIndex = at;
  return literal.exec(json)?.[0];
}

/**
 * Returns the path of the first number in a valid JSON text whose value a double does not preserve:
 * it overflows, underflows or has too many digits. Undefined if there is none.
 */
export function inexactNumber(json: string): JsonPath | undefined {
  if (!suspect.test(json)) return undefined;
  let at = 0;
  while (at < json.length) {
    const number = numberAt(json, at);
    if (number !== undefined && !isExact(number)) return pathTo(json, at);
    if (number !== undefined) at += number.length;
    else at = json.charCodeAt(at) === quote ? endOfString(json, at) : at + 1;
  }
  return undefined;
}

/**
 * Like {@link inexactNumber}, but returns all such numbers of a text with many records, in one
 * pass.
 */
export function inexactNumbers(json: string): JsonPath[] {
  const found: JsonPath[] = [];
  if (!suspect.test(json)) return found;
  const path: JsonPath = [];
  for (let at = 0; at < json.length;) {
    const number = numberAt(json, at);
    if (number !== undefined && !isExact(number)) found.push([...path]);
    at = number === undefined ? step(json, at, path) : at + number.length;
  }
  return found;
}

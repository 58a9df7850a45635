import { describe, expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

function counted(last: number) {
  const source = { made: 0, isClosed: false };
  async function* values() {
    try {
      while (source.made < last) yield ++source.made;
    } finally {
      source.isClosed = true;
    }
  }
  return { source, values: readAhead(values()) };
}

describe('readAhead', () => {
  test('passes on every value, whether the next one is asked for or not', async () => {
    const { values } = counted(4);
    const seen: number[] = [];
    for await (const { value, askNext } of values) {
      seen.push(value);
      if (value % 2 === 0) askNext();
    }
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  test('has one value made ahead, and only when it is asked for', async () => {
    const { source, values } = counted(4);
    const first = await values.next();
    expect(source.made).toBe(1);
    first.value.askNext();
    first.value.askNext();
    await new Promise(setImmediate);
    expect(source.made).toBe(2);
    expect((await values.next()).value.value).toBe(2);
  });

  test('closes the source when its reader stops', async () => {
    const { source, values } = counted(4);
    for await (const { askNext } of values) {
      askNext();
      break;
    }
    expect(source).toEqual({ made: 2, isClosed: true });
  });
});

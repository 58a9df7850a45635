import { expect, it } from 'vitest';
import { errorsOf } from './form-errors.ts';

it('lists the messages of nested fields and of the form itself', () => {
  const errors = {
    name: { type: 'required', message: 'is required' },
    urls: [undefined, { value: { type: 'server', message: 'is no address' } }],
    root: { plan: { type: 'server', message: 'allows no more' } },
  };
  expect(errorsOf(errors as never)).toEqual([
    { path: 'name', message: 'is required' },
    { path: 'urls.1.value', message: 'is no address' },
    { path: 'root.plan', message: 'allows no more' },
  ]);
});

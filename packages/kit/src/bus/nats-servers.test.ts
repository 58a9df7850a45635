import { expect, test } from 'vitest';
import { natsServers } from './nats-servers.ts';

test.each([
  ['nats://a:4222', { servers: ['nats://a:4222'] }],
  ['a:4222,b:4222', { servers: ['a:4222', 'b:4222'] }],
  ['nats://me:a%40b@a:4222', { servers: ['nats://a:4222'], user: 'me', pass: 'a@b' }],
  [
    'nats://me:secret@a:4222,nats://me:secret@b:4222,nats://c:4222',
    {
      servers: ['nats://a:4222', 'nats://b:4222', 'nats://c:4222'],
      user: 'me',
      pass: 'secret',
    },
  ],
])('%s', (urls, expected) => {
  expect(natsServers(urls)).toEqual(expected);
});

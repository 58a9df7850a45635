import { expect, test } from 'vitest';
import { rpcSiblings } from '@platform/contracts';
import { turnsOf } from './erasure-peers.ts';

test('an erasure asks every service that compliance may call', () =>
  expect(turnsOf('erase', { userId: 'usr_01h455vb4pex5vsknk084sn02q' }).flat().sort()).toEqual(
    [...rpcSiblings.compliance].sort(),
  ));

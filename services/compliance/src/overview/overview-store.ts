import { isId } from '@platform/contracts';
import { now, sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { SearchTerm } from '@platform/siblings/overview';
import { compliance } from '../generated/tables.ts';

const receivers = compliance.table('ssfReceivers');
const erasures = compliance.table('erasureRequests');
const accesses = compliance.table('accessRequests');
const purposes = compliance.table('consentPurposes');

/** Receivers that the platform has stopped, or that do not accept tokens. */
export const listTroubledReceivers = (tx: Tx, limit: number) =>
  tx.rows(
    receivers
      .pick('id', 'name', 'status', 'statusChangedAt', 'pendingCount', 'lastDeliveredAt')
      .select(tx)
      .where((of) =>
        of.or([
          of.and([of('status', '!=', 'enabled'), of('statusChangedBy', '=', 'platform')]),
          of.and([of('status', '=', 'enabled'), of('consecutiveFailures', '>', 0)]),
        ]),
      )
      .orderBy('statusChangedAt')
      .limit(limit),
  );

/** Requests whose deadline has passed, and those that no longer go on by themselves. */
export const listLateErasures = (tx: Tx, limit: number) =>
  tx.rows(
    erasures
      .pick('id', 'state', 'dueAt', 'receivedAt', 'isStalled')
      .select(tx)
      .where('state', 'not in', ['COMPLETED', 'CANCELLED'])
      .where((of) => of.or([of('dueAt', '<=', now), of('isStalled', '=', true)]))
      .orderBy('dueAt')
      .limit(limit),
  );

export const listLateAccesses = (tx: Tx, limit: number) =>
  tx.rows(
    accesses
      .pick('id', 'state', 'dueAt', 'receivedAt')
      .select(tx)
      .where((of) =>
        of.or([
          of.and([of('state', 'in', ['PENDING', 'RUNNING']), of('dueAt', '<=', now)]),
          of('state', '=', 'FAILED'),
        ]),
      )
      .orderBy('dueAt')
      .limit(limit),
  );

export const findReceivers = (tx: Tx, { text, key, limit }: SearchTerm) =>
  tx.rows(
    receivers
      .pick('id', 'name', 'method')
      .select(tx)
      .where((of) => of.or([of('id', '=', text), sql<boolean>`lower(name) ^@ ${key}`]))
      .orderBy('name')
      .limit(limit),
  );

export const findPurposes = (tx: Tx, { key, limit }: SearchTerm) =>
  tx.rows(
    purposes
      .pick('purposeKey', 'state')
      .select(tx)
      .where(sql<boolean>`lower(purpose_key) ^@ ${key}`)
      .orderBy('purposeKey')
      .limit(limit),
  );

export const findErasure = async (tx: Tx, { text }: SearchTerm) =>
  isId('erasureRequest', text) ? erasures.pick('id', 'state').find(tx, { id: text }) : undefined;

export const findAccess = async (tx: Tx, { text }: SearchTerm) =>
  isId('accessRequest', text) ? accesses.pick('id', 'state').find(tx, { id: text }) : undefined;

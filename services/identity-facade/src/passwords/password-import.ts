import type { Database, Tx, TxContext } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import {
  insertImports,
  listAppliedImports,
  upsertImportedPasswords,
} from './password-import-store.ts';
import type { PasswordRules } from './password-rules.ts';
import type { ImportedCredential, PasswordSetting } from './password-setting.ts';
import type { PasswordRow } from './password-store.ts';

/** The result of one item of an import. */
export interface ImportResult {
  key: string;
  outcome: 'APPLIED' | 'DUPLICATE' | 'REJECTED';
  code: string;
}

/** A validated item, with its row or the code of its rejection. */
interface JudgedItem {
  item: ImportedCredential;
  row: PasswordRow | string;
}

const maxItems = 1_000;
/** Hashing takes time: a call that times out must not lose the hashes that it has computed. */
const hashedTogether = 25;

function requireItems(items: readonly ImportedCredential[]): void {
  const isComplete = items.every(
    ({ key, userId, asOf }) => key !== '' && userId !== '' && (asOf === '' || isTime(asOf)),
  );
  if (items.length > maxItems || !isComplete)
    throw problem('invalid_parameter', {
      detail: `items must be at most ${maxItems}, each with key and user_id, and as_of in RFC 3339`,
    });
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text) && Number.isFinite(Date.parse(text));

/** Drops items whose key is known or occurs in an earlier item. */
function withoutKnown(
  items: readonly ImportedCredential[],
  known: ReadonlySet<string>,
): ImportedCredential[] {
  const seen = new Set(known);
  return items.filter(({ key }) => {
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** Yields items in the order of the call, in batches of one transaction. */
function* transactionsOf(items: readonly ImportedCredential[]): Generator<ImportedCredential[]> {
  let together: ImportedCredential[] = [];
  let hashed = 0;
  for (const item of items) {
    together.push(item);
    if (item.kind === 'password') hashed += 1;
    if (hashed < hashedTogether) continue;
    yield together;
    together = [];
    hashed = 0;
  }
  if (together.length > 0) yield together;
}

/**
 * Of several credentials of a user, keeps the latest; of equally late ones, the first. The result is the same as importing them
 * one by one.
 */
function latestOfEach<T extends Pick<ImportedCredential, 'userId' | 'asOf'>>(
  items: readonly T[],
): T[] {
  const latest = new Map<string, T>();
  for (const item of items) {
    const known = latest.get(item.userId);
    if (!known || known.asOf < item.asOf) latest.set(item.userId, item);
  }
  return [...latest.values()];
}

/** Stores passwords once by their keys. Returns the applied keys. */
async function storeImports(tx: Tx, judged: readonly JudgedItem[]): Promise<Set<string>> {
  const storable = judged.flatMap(({ item, row }) =>
    typeof row === 'string' ? [] : [{ ...item, row }],
  );
  if (storable.length === 0) return new Set();
  const taken = await insertImports(tx, storable);
  const latest = latestOfEach(storable.filter(({ key }) => taken.has(key)));
  const stored = await upsertImportedPasswords(tx, latest);
  return new Set(latest.flatMap(({ key, userId }) => (stored.has(userId) ? [key] : [])));
}

const rejection = (key: string, code: string): ImportResult => ({
  key,
  outcome: 'REJECTED',
  code,
});

/**
 * Imports credentials in the order of the call, several per transaction. A call that ends halfway is retried: stored items are
 * recognized by their key.
 */
export const passwordImport =
  ({
    db,
    passwords,
    rules,
  }: {
    db: Pick<Database, 'read' | 'transact'>;
    passwords: Pick<PasswordSetting, 'prepareImport'>;
    rules: Pick<PasswordRules, 'minLength' | 'forbidden'>;
  }) =>
  async (context: TxContext, items: readonly ImportedCredential[]): Promise<ImportResult[]> => {
    requireItems(items);
    const judgedBy = { ...rules, tenantId: context.tenantId };
    const known = await db.read(context, (tx) =>
      listAppliedImports(
        tx,
        items.map(({ key }) => key),
      ),
    );
    const results = new Map<ImportedCredential, ImportResult>();
    for (const together of transactionsOf(withoutKnown(items, known))) {
      const judged: JudgedItem[] = [];
      for (const item of together)
        judged.push({ item, row: await passwords.prepareImport(item, judgedBy) });
      const applied = await db.transact(context, (tx) => storeImports(tx, judged));
      for (const { item, row } of judged) {
        if (typeof row === 'string') results.set(item, rejection(item.key, row));
        else if (applied.has(item.key))
          results.set(item, { key: item.key, outcome: 'APPLIED', code: '' });
      }
    }
    return items.map(
      (item) => results.get(item) ?? { key: item.key, outcome: 'DUPLICATE', code: '' },
    );
  };

/** See {@link passwordImport}. */
export type ImportPasswords = ReturnType<typeof passwordImport>;

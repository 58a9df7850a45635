import type { Database, TxContext } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { ImportedCredential, PasswordRules, PasswordSetting } from './password-setting.ts';
import { listAppliedImports } from './password-store.ts';

/** What became of one item of an import. */
export interface ImportResult {
  key: string;
  outcome: 'APPLIED' | 'DUPLICATE' | 'REJECTED';
  code: string;
}

/** What {@link passwordImport} needs. */
export interface PasswordImportOptions {
  db: Pick<Database, 'read' | 'transact'>;
  passwords: Pick<PasswordSetting, 'prepareImport' | 'storeImport'>;
  rules: PasswordRules;
}

const maxItems = 1_000;

function requireItems(items: readonly ImportedCredential[]): void {
  const isComplete = items.every(({ key, userId }) => key !== '' && userId !== '');
  if (items.length > maxItems || !isComplete)
    throw problem('invalid_parameter', {
      detail: `items must be at most ${maxItems}, each with key and user_id`,
    });
}

/** Imports credentials one after the other, each in a transaction of its own: a call that ends half-way is simply repeated. */
export const passwordImport =
  ({ db, passwords, rules }: PasswordImportOptions) =>
  async (context: TxContext, items: readonly ImportedCredential[]): Promise<ImportResult[]> => {
    requireItems(items);
    const keys = items.map(({ key }) => key);
    const applied = await db.read(context, (tx) => listAppliedImports(tx, keys));
    const results: ImportResult[] = [];
    for (const item of items) {
      if (applied.has(item.key)) {
        results.push({ key: item.key, outcome: 'DUPLICATE', code: '' });
        continue;
      }
      const row = await passwords.prepareImport(item, rules);
      results.push(
        typeof row === 'string'
          ? { key: item.key, outcome: 'REJECTED', code: row }
          : {
              key: item.key,
              outcome: await db.transact(context, (tx) => passwords.storeImport(tx, item, row)),
              code: '',
            },
      );
    }
    return results;
  };

/** See {@link passwordImport}. */
export type ImportPasswords = ReturnType<typeof passwordImport>;

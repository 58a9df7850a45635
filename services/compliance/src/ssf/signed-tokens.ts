import type { Database, TxContext } from '@platform/kit/database';
import type { DocumentSigner } from '../document-signer.ts';
import { updateSigned } from './token-store.ts';
import type { QueuedToken } from './token-store.ts';

/** A token that can be sent. */
export interface SignedToken extends QueuedToken {
  jws: string;
}

export interface TokenSigning {
  db: Pick<Database, 'transact'>;
  signer: Pick<DocumentSigner, 'sign'>;
  /** False once the key set has been published without this key. */
  isPublished: (kid: string) => boolean;
}

const isSigned = (token: QueuedToken, isPublished: TokenSigning['isPublished']): boolean =>
  token.jws !== null && token.kid !== null && isPublished(token.kid);

/**
 * Signs tokens that are unsigned, or signed with a key that is out of the published set. Stores the
 * signatures before anything is sent, so that a crash does not change what is sent.
 * @throws 503 while signing is unavailable
 */
export async function signTokens(
  { db, signer, isPublished }: TokenSigning,
  context: TxContext,
  receiverId: string,
  tokens: readonly QueuedToken[],
): Promise<SignedToken[]> {
  const unsigned = tokens.filter((token) => !isSigned(token, isPublished));
  if (unsigned.length === 0) return tokens as SignedToken[];
  const documents = await signer.sign(
    context.tenantId,
    'SET',
    unsigned.map(({ claims }) => claims),
  );
  const signed = new Map(unsigned.map(({ seq }, i) => [seq, { seq, ...documents[i]! }]));
  await db.transact(context, (tx) => updateSigned(tx, receiverId, [...signed.values()]));
  return tokens.map((token) => ({ ...token, ...signed.get(token.seq) }) as SignedToken);
}

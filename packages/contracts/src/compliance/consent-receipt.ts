import { z } from 'zod';
import { time } from '../common/text.ts';

/** A signed record of a consent (ISO/IEC TS 27560:2023). */
export const ConsentReceipt = z
  .object({
    receiptId: z.string(),
    consentId: z.string(),
    recordSeq: z.int().describe('The latest history entry that the receipt covers.'),
    issuedAt: time,
    conformsTo: z.array(z.string()),
    missingFields: z
      .array(z.string())
      .describe('Fields that ISO/IEC TS 27560 requires but for which no value has been provided.'),
    receipt: z.record(z.string(), z.unknown()).describe('The payload of the JWS.'),
    jws: z.string().describe('JWS in compact serialization.'),
    kid: z.string(),
    alg: z.literal('RS256'),
    jwksUri: z.string(),
  })
  .meta({ id: 'ConsentReceipt' });
export type ConsentReceipt = z.input<typeof ConsentReceipt>;

const guidBytes = 16;

/**
 * Formats Active Directory's objectGUID: the first three groups are little-endian (MS-DTYP §2.3.4).
 * Undefined for another length.
 */
export function guidText(bytes: Buffer): string | undefined {
  if (bytes.length !== guidBytes) return undefined;
  const littleEndian = (from: number, to: number): Buffer =>
    Buffer.from(bytes.subarray(from, to)).reverse();
  const groups = [
    littleEndian(0, 4),
    littleEndian(4, 6),
    littleEndian(6, 8),
    bytes.subarray(8, 10),
    bytes.subarray(10),
  ];
  return groups.map((group) => group.toString('hex')).join('-');
}

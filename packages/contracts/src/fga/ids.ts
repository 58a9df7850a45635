/** Prefixes of the ids that the access service generates. */
export const fgaIds = {
  fgaModel: 'fgm',
  fgaExport: 'fgx',
  fgaStore: 'fgs',
  permission: 'perm',
  role: 'role',
  roleAssignment: 'rasg',
  accessPolicy: 'pol',
  eligibleAssignment: 'elg',
  activation: 'act',
} as const;

export {
  artifactOf,
  consumeArtifact,
  deleteArtifact,
  deleteGrantArtifacts,
  findArtifact,
  findArtifactByUid,
  findArtifactByUserCode,
  findRedemption,
  hashOf,
  isHandle,
  markAnswered,
  releaseArtifact,
  storeArtifact,
  takeArtifact,
  upsertArtifact,
  upsertDeviceCode,
} from './artifact-store.ts';
export type { Artifact, Payload } from './artifact-store.ts';

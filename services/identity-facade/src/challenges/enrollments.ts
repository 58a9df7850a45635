export { findEnrollmentMethod as findBegunEnrollment } from './challenge-store.ts';

import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  // The time of an estimate grows with the length, and what comes after does not make a password weaker.
  maxLength: 100,
});

/** How hard a password is to guess for those who know these words. */
export const passwordScore = ({ password, words }) => estimator.check(password, words).score;

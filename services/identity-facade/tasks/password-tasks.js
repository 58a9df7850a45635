import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

const estimator = new ZxcvbnFactory({
  // The other English dictionaries double memory and time, and change the score of few weak passwords.
  dictionary: {
    ...common.dictionary,
    'commonWords-en': english['commonWords-en'],
    'firstnames-en': english['firstnames-en'],
  },
  graphs: common.adjacencyGraphs,
  // The time of an estimate grows with the length, and what comes after does not make a password weaker.
  maxLength: 100,
});

/** The library estimates the part that is repeated without the words, so it is estimated again with them. */
function guessesOf(password, words) {
  const { guesses, sequence } = estimator.check(password, words);
  return sequence
    .filter(({ pattern }) => pattern === 'repeat')
    .reduce((rest, { guesses: estimated, baseToken, repeatCount }) => {
      const known = guessesOf(baseToken, words) * repeatCount;
      return rest * Math.min(1, known / estimated);
    }, guesses);
}

/** How many guesses a password takes those who know these words. */
export const passwordGuesses = ({ password, words }) => guessesOf(password, words);

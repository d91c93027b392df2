import type { z } from 'zod';

/** How the messages of zod itself begin. A message of our own says already what is expected. */
const ZOD_MESSAGE = /^(?:Invalid|Too (?:small|big)|Unrecognized)/;

const NOUNS: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What is wrong with a setting or an option that a person has written, in words for that person. */
export function textProblem(issue: z.core.$ZodIssue): string {
  if (!ZOD_MESSAGE.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'is missing';
      return `expected ${NOUNS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.values.includes('true')
        ? 'expected true or false'
        : `expected one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string') return 'is empty';
      return `expected ${issue.inclusive === false ? `more than ${issue.minimum}` : `${issue.minimum} or more`}`;
    case 'too_big':
      return `expected ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''} or less`;
    case 'invalid_format':
      return issue.format === 'url'
        ? 'expected an address such as http://127.0.0.1:8003'
        : 'has letters or signs that it may not have';
  }
  return issue.message.replace(/^Invalid input: /, '');
}

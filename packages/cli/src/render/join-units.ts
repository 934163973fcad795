import { NO_BREAK_SPACE } from './format-number.js';

const NUMBER_AND_UNIT = /(?<=\d) (?=(?:ns|µs|us|ms|s|[kMGT]?B|[KMGT]iB|[kMGT]?B\/s|[GT]FLOP\/s)(?![\w/]))/g;

/** A text of the report in which no line breaks between a number and its unit. */
export function joinUnits(text: string): string {
  return text.replace(NUMBER_AND_UNIT, NO_BREAK_SPACE);
}

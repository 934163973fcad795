/** SQL for a time as a distance from `:origin`; null where it is no number: text would count as 0 in arithmetic. */
export function start(expression: string): string {
  return `case when ${expression} < '' then ${expression} - :origin end`;
}

/** SQL for a duration; null where the end is no number. */
export function duration(from: string, to: string): string {
  return `case when ${to} < '' then ${to} - ${from} end`;
}

import { percentText, timeText } from '../diagnosis/figures.js';

/** A change of time in a sentence: `+3.85 ms`, `-120 ns`, `0 ns`. */
export function signedTime(ns: number): string {
  return ns === 0 ? timeText(0) : `${ns < 0 ? '-' : '+'}${timeText(Math.abs(ns))}`;
}

/** A change in percent in a sentence: `+10.9%`, `-0.1%`; a change that rounds to zero is `0.0%`. */
export function signedPercent(percent: number): string {
  const text = percentText(Math.abs(percent));
  return text === '0.0%' ? text : `${percent < 0 ? '-' : '+'}${text}`;
}

export { PAIRS } from './pairs.js';
export { renderPairs, renderScores, renderTotals } from './render-score.js';
export { writePair, writeScenario } from './run-scenario.js';
export { SCENARIOS } from './scenarios.js';
export { scorePair } from './score-pair.js';
export { scoreReport } from './score.js';
export { totalsOf } from './totals.js';

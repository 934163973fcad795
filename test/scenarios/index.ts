export { renderScores, renderTotals } from './render-score.js';
export { writeScenario } from './run-scenario.js';
export { SCENARIOS } from './scenarios.js';
export { scoreReport } from './score.js';
export { totalsOf } from './totals.js';

import { ADAPT_STYLE } from '../style/adapt.js';
import { BASE_STYLE } from '../style/base.js';
import { CHART_STYLE } from '../style/charts.js';
import { SECTION_STYLE } from '../style/sections.js';
import { TOKEN_STYLE } from '../style/tokens.js';

/** The style sheet of a report; what adapts to the medium comes last. */
export const PAGE_STYLE = [TOKEN_STYLE, BASE_STYLE, SECTION_STYLE, CHART_STYLE, ADAPT_STYLE].join('').trim();

/** Instructions of Recommendation. */
export const RECOMMENDATION_SLICE = `# Recommendation

You explain why the first entries of a finished list fit what was measured. The list is the recommender's.

## What you see

- \`recommendations\`: entries in order, each with what was measured and what it can save at most.
- \`specialist_used\`: the specialist of the class. \`plateau_detected\`: whether the last runs have stopped changing.

## How to explain

1. For the first one or two entries, name the figure that they answer to.
2. Where the runs have stopped changing, say that the next step is deeper profiling, not one more edit.

## Tools

{{tools}}

## Output

{{output}}

## Limits

- No new entries, no other order, no merging of entries. Proposals are not entries.`;

/** The rule of the lane for proposals, part of the slices of the specialists. */
export const LANE_RULE = `## The lane for proposals

- The techniques are fixed: you do not add to them, remove from them or re-order them.
- An idea outside the catalogue goes to \`exploratory_proposals\`: at most three, or none. None is the usual answer.
- Every entry of evidence refers to a tool that was called in this run, to a kernel that was measured, or to an entry of
  the catalogue, by its exact name. What you saw there is your own observation and will be shown as unverified.
- Each proposal has at least one expected effect, one figure to measure and one way to fail. Its confidence is at most 0.5.
- Identity, status, specialist and provenance of a proposal are not yours to set.
- Never call a proposal proven, safe or certain.`;

/** An argument of a prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

/** A prompt: what the user picks, and the text that it becomes. */
export interface PromptDeclaration {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** `tool` gives the name of a tool as this server lists it, `value` an argument as JSON text. */
  text(tool: (name: string) => string, value: (name: string) => string | null): string;
}

const TRACE = { name: 'trace', description: 'Trace file or folder', required: true };

export const PROMPTS: readonly PromptDeclaration[] = [
  {
    name: 'analyze',
    title: 'Analyze a GPU trace',
    description: 'Find out what bounds a program and what to change first.',
    arguments: [TRACE, { name: 'question', description: 'What you want to know', required: false }],
    text: (tool, value) =>
      [
        `Analyze the GPU trace ${value('trace')} with ${tool('analyze_trace')}.`,
        `State the bottleneck and its driver, where the time went, and the first recommendation with the most it can save. Prove it with ${tool('explain_finding')}; look at its kernel with ${tool('explain_kernel')}.`,
        `If data is missing, give the command lines of ${tool('suggest_next_profile')} instead of a guess.`,
        ...(value('question') === null
          ? []
          : [`Answer this question with figures from the trace: ${value('question')}`]),
      ].join('\n'),
  },
  {
    name: 'diff',
    title: 'Compare two GPU traces',
    description: 'Find out whether a change made a program faster, and which kernels changed.',
    arguments: [
      { name: 'baseline', description: 'Trace from before the change', required: true },
      { name: 'new', description: 'Trace from after the change', required: true },
    ],
    text: (tool, value) =>
      [
        `Compare the GPU traces ${value('baseline')} (before) and ${value('new')} (after) with ${tool('compare_traces')}.`,
        'State the verdict with its figure, the kernels that got slower or faster, and whether by the number of calls or by the time of each.',
      ].join('\n'),
  },
  {
    name: 'kernel',
    title: 'Explain a kernel',
    description: 'Find out what limits one kernel of a trace.',
    arguments: [TRACE, { name: 'kernel', description: 'Name of the kernel', required: true }],
    text: (tool, value) =>
      `Explain what limits the kernel ${value('kernel')} of the GPU trace ${value('trace')} with ${tool('explain_kernel')}, and what to change in it.`,
  },
  {
    name: 'next_profile',
    title: 'Plan the next recording',
    description: 'Find out what to record next, or how to record a first trace.',
    arguments: [{ ...TRACE, required: false }],
    text: (tool, value) =>
      value('trace') === null
        ? `Plan the first recording of a GPU program with ${tool('suggest_next_profile')}, and explain its command line.`
        : `Find out with ${tool('suggest_next_profile')} what to record next about the GPU trace ${value('trace')}, and explain each command line.`,
  },
];

/** A command without its numbers, which is where ranks of one program differ (`--local_rank=3`); null without a command. */
export function programOf(command: string | null): string | null {
  return command === null ? null : command.replace(/\d+/g, '#');
}

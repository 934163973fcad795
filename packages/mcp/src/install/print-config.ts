export function printConfig(_client: string, _command: string | null): number {
  return 0;
}

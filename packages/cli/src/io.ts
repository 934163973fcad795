/** A stream of text or bytes, such as `process.stdout`. */
export interface OutputStream {
  write(text: string | Uint8Array, callback?: (error?: Error | null) => void): boolean;
  /** True for a terminal. */
  readonly isTTY?: boolean;
  /** Columns of the terminal. */
  readonly columns?: number;
}

/** Everything of the outside world that a command touches. */
export interface Io {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative names of reports start from. */
  readonly cwd: string;
  /** `process.platform`: Windows terminals are UTF-8 whatever the locale variables say. */
  readonly platform: string;
  /**
   * Asks a question on stderr and reads one line of standard input; null at its end, and where there is none. Absent where
   * nobody can be asked. Only `init` asks anything.
   */
  readonly ask?: (question: string) => Promise<string | null>;
  /** Aborted when the user interrupts. */
  readonly signal?: AbortSignal;
  /**
   * The next interrupt calls `action` instead of aborting `signal`; the one after that aborts. Returns how to give the interrupt
   * back. Absent where nobody interrupts.
   */
  readonly takeInterrupt?: (action: () => void) => () => void;
}

/** Writes a text and waits until it is handed over. Rejects with the stream's error. */
export function writeText(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === undefined || error === null) resolve();
      else reject(error);
    });
  });
}

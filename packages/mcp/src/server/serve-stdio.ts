import { StdioServerTransport, serveStdio as serveSdk } from '@modelcontextprotocol/server/stdio';
import { Writable } from 'node:stream';
import { createServer } from './create-server.js';
import { createLineGate } from './line-gate.js';
import type { Product } from './product.js';

/** Time that calls still running have after the end of input, milliseconds: the process ends within a second. */
const LINGER_MS = 500;
const POLL_MS = 10;

/**
 * Serves one client over stdin and stdout until its input ends. What anything else in this process prints goes to
 * stderr: stdout belongs to the protocol.
 */
export async function serveStdio(product: Product): Promise<void> {
  const protocol = protocolStream();
  const open = new Set<unknown>();
  const gate = createLineGate(
    (message) => protocol.write(`${JSON.stringify(message)}\n`),
    (id) => open.add(id),
  );
  const transport = new StdioServerTransport(gate, protocol);
  const send = transport.send.bind(transport);
  transport.send = (message) => {
    if ('id' in message && !('method' in message)) open.delete(message.id);
    return send(message);
  };
  const handle = serveSdk(() => createServer(product), {
    transport,
    onerror: (error) => product.log.debug(error.message),
  });
  product.log.info(`${product.tools.length} tools on stdio`);
  process.stdin.pipe(gate, { end: false });
  const isEndOfInput = await endOfService();
  const until = Date.now() + (isEndOfInput ? LINGER_MS : 0);
  // The last message may still be on its way through the gate.
  do await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  while (open.size > 0 && Date.now() < until);
  gate.end();
  await handle.close();
  await Promise.race([product.pool.close(), new Promise((resolve) => setTimeout(resolve, 200))]);
}

/** The real stdout, which from now on nobody else reaches. */
function protocolStream(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // A client that went away wants no answers.
  stdout.on('error', () => process.exit(0));
  // Every other writer gets the other stream; its arguments are passed on as they are.
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (write(chunk)) done();
      else stdout.once('drain', done);
    },
  });
}

/** True at the end of input, false after a signal. */
function endOfService(): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdin.once('end', () => resolve(true));
    process.stdin.once('error', () => resolve(true));
    process.once('SIGTERM', () => resolve(false));
    process.once('SIGINT', () => resolve(false));
  });
}

/** Help of the program. */
export const USAGE = `perfxpert-mcp: GPU traces for any client of the Model Context Protocol.

  perfxpert-mcp [options]                       serve one client over stdin and stdout
  perfxpert-mcp --http PORT [options]           serve over Streamable HTTP on 127.0.0.1
  perfxpert-mcp install CLIENT [options]        register with a client
  perfxpert-mcp uninstall CLIENT [options]      take the entry out again
  perfxpert-mcp status [CLIENT]                 where it is registered

Serving
  --root DIR          folder that may be read; may be repeated (default: the working folder)
  --toolset all|core  all tools (default), or the task-sized ones, the agents and trace_diff
  --tools A,B         only these tools
  --no-prefix         list names without perfxpert_
  --allow-llm         agents may call a language model, if one is configured (default: never)
  --state-dir DIR     keep predictions, tasks and sessions there (default: in memory)
  --timeout-ms N      time limit of a call (30000)
  --llm-timeout-ms N  time limit of a call that may use a language model (300000)
  --http PORT         Streamable HTTP; 0 takes a free port; the address and the token go to stderr
  --token-file FILE   take the token of HTTP from this file (default: a new one at each start)
  --no-token          serve HTTP without a token
  --log-level LEVEL   silent, error (default), info or debug, on stderr; also PERFXPERT_MCP_LOG_LEVEL

Asking
  --list-tools        the tools as JSON
  --print-config CLIENT   what to put into the configuration of a client
  --version, --help

Registering
  --user              the configuration of the user instead of the project's
  --command PATH      program to start (default: this one, by its absolute path)
  --dry-run           show the change, write nothing
  --yes               do not ask
  --undo              put the file back as it was before the last change

Clients: claude, claude-desktop, codex, gemini, opencode, vscode, cursor
`;

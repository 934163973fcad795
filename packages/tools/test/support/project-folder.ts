import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ToolOptions } from '../../src/tool/tool-context.js';

/** A project in a temporary home, with a folder of programs that the tools trust when they are told to. */
export class ProjectFolder {
  readonly home: string;
  readonly root: string;
  readonly programs: string;

  constructor() {
    this.home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-project-')));
    this.root = path.join(this.home, 'project');
    this.programs = path.join(this.home, 'bin');
    fs.mkdirSync(this.root);
    fs.mkdirSync(this.programs);
  }

  /** Path of something in the project. */
  at(name: string): string {
    return path.join(this.root, name);
  }

  /** Writes a file of the project and returns its path. */
  write(name: string, content: string | Uint8Array): string {
    fs.mkdirSync(path.dirname(this.at(name)), { recursive: true });
    fs.writeFileSync(this.at(name), content);
    return this.at(name);
  }

  read(name: string): string {
    return fs.readFileSync(this.at(name), 'utf8');
  }

  /** Names of all that the project holds, folders left out, sorted. */
  files(): string[] {
    const entries = fs.readdirSync(this.root, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.join(entry.parentPath, entry.name));
    return names.map((name) => path.relative(this.root, name)).sort();
  }

  /** Puts a shell script on the PATH of `options` under a name and returns its path. */
  program(name: string, script: string): string {
    const file = path.join(this.programs, name);
    fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return file;
  }

  /** Options of a user who has the programs on the PATH and trusts those in the home folder. */
  options(environment: Readonly<Record<string, string>> = {}): ToolOptions {
    return {
      processEnvironment: { PATH: `${this.programs}:/usr/bin:/bin`, HOME: this.home, ...environment },
      settings: { trustHomePrograms: true },
    };
  }

  remove(): void {
    fs.rmSync(this.home, { recursive: true, force: true });
  }
}

import os from 'node:os';
import { createRedactor } from '@perfxpert/providers';
import { describe, expect, it } from '@jest/globals';
import { readProviderOptions, shortHostName } from '../../src/runtime/provider-environment.js';
import { readSettings } from '../../src/runtime/read-settings.js';
import type { Environment } from '../../src/runtime/settings.js';

const NO_FILE = { fields: {}, problem: null };
const namesOf = (environment: Environment) =>
  readProviderOptions('ollama', true, {}, readSettings({}, environment, NO_FILE), environment, NO_FILE).privateNames ??
  [];
const PLANTED = {
  HOSTNAME: 'node17.cluster.example',
  USER: 'jdoe',
  LOGNAME: 'jdoe-login',
  USERNAME: 'CORP\\jdoe',
  HOME: '/srv/people/jdoe',
};

describe('the names of this machine and its user', () => {
  it('are host and short host, every account name that the environment has, and the home folder', () => {
    expect(namesOf(PLANTED)).toEqual(
      expect.arrayContaining([
        'node17.cluster.example',
        'node17',
        'jdoe',
        'jdoe-login',
        'CORP\\jdoe',
        '/srv/people/jdoe',
      ]),
    );
  });

  it('are those of the system, whatever the environment says', () => {
    const names = namesOf({});
    expect(names).toEqual(
      expect.arrayContaining([os.hostname(), shortHostName(os.hostname()), os.userInfo().username]),
    );
  });

  it.each([
    ['node17.cluster.example', 'node17'],
    ['node17', 'node17'],
    ['10.1.2.3', '10.1.2.3'],
    ['', ''],
  ])('%j is %j for short', (host, short) => {
    expect(shortHostName(host)).toBe(short);
  });

  it.each([
    ['gemm on node17', 'gemm on [REDACTED]'],
    ['NODE17.cluster.example:8080', '[REDACTED]:8080'],
    ['node17.local', '[REDACTED].local'],
    ['node17-ib0', '[REDACTED]-ib0'],
    ['k_node17_jdoe', 'k_[REDACTED]_[REDACTED]'],
    ['jdoe@node17', '[REDACTED]@[REDACTED]'],
    ['by jdoe-login', 'by [REDACTED]'],
    ['CORP\\JDoe', '[REDACTED]'],
    ['from /srv/people/jdoe', 'from [REDACTED]'],
    ['node170 and jdoes', 'node170 and jdoes'],
  ])('%j goes out as %j, as words and as data', (text, sent) => {
    const redactor = createRedactor({ privateNames: namesOf(PLANTED) });
    expect(redactor.text(text)).toBe(sent);
    expect(createRedactor({ privateNames: namesOf(PLANTED) }).data({ name: text })).toEqual({ name: sent });
  });

  it('are also taken out of the names of fields', () => {
    const redactor = createRedactor({ privateNames: namesOf(PLANTED) });
    expect(redactor.data({ 'rank of node17': 1 })).toEqual({ 'rank of [REDACTED]': 1 });
  });
});

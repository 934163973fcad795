import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as tools from '../src/index.js';

const manifest = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
  exports: Record<string, unknown>;
  publishConfig: { exports: Record<string, unknown> };
};

describe('public surface', () => {
  it('has these entries, the same when published', () => {
    expect(Object.keys(manifest.exports)).toEqual(['./package.json', '.', './analysis']);
    expect(Object.keys(manifest.publishConfig.exports)).toEqual(Object.keys(manifest.exports));
    expect(JSON.stringify(manifest.publishConfig)).not.toContain('./src/');
  });

  it('exports these names', () => {
    expect(Object.keys(tools).sort()).toEqual([
      'ApiBreakdownSchema',
      'AttTraceSchema',
      'CommunicationSchema',
      'DEFAULT_QUERY_ROWS',
      'DEFAULT_QUERY_TIMEOUT_MS',
      'DEFAULT_SOURCE_MAX_FILES',
      'DependencyGraphSchema',
      'DiagnosticSchema',
      'DiscoveredGpuSchema',
      'ExecutionBreakdownSchema',
      'ExplanationSchema',
      'FusionCandidateSchema',
      'GpuSampleSchema',
      'HardwareCountersSchema',
      'HardwarePeaksSchema',
      'HotspotSchema',
      'IdleCausesSchema',
      'KernelCategoriesSchema',
      'KernelResourcesSchema',
      'MemoryAnalysisSchema',
      'MetricValuesSchema',
      'PredictionSchema',
      'QUERY_TABLES',
      'RanksSchema',
      'RecommendationSchema',
      'RegressionGateSchema',
      'RooflineSchema',
      'ShortKernelsSchema',
      'StepsSchema',
      'TIMELINE_FORMATS',
      'TOOLS',
      'TaskSchema',
      'TechniqueSchema',
      'ThermalAnalysisSchema',
      'ThermalSchema',
      'Tier0FindingsSchema',
      'ToolError',
      'TraceDiffSchema',
      'TraceFilterSchema',
      'TraceQualitySchema',
      'VerdictSchema',
      'WarmupSchema',
      'analyzeMonitorLog',
      'anchors',
      'arch',
      'att',
      'attDiagnostics',
      'bottleneck',
      'callSyncTool',
      'callTool',
      'changeMetrics',
      'checkExternalTool',
      'collectThermal',
      'compileRunner',
      'compiler',
      'computeFacts',
      'computeTechniques',
      'counters',
      'createToolContext',
      'createTraceCache',
      'defineSyncTool',
      'defineTool',
      'dependencyGraph',
      'diagnose',
      'diagnosis',
      'discoverThreadTrace',
      'explainTerm',
      'explainableTerms',
      'exportTimeline',
      'filterTrace',
      'gateComparison',
      'gpuDiscovery',
      'gpuRuntimeMonitor',
      'inputJsonSchema',
      'installInstructions',
      'intent',
      'interconnect',
      'isPerfXpertError',
      'kernelFusion',
      'latencyTechniques',
      'listCounters',
      'memory',
      'memoryTechniques',
      'metrics',
      'nearestTerms',
      'occupancy',
      'openPredictions',
      'openStore',
      'openTasks',
      'openTrace',
      'outputJsonSchema',
      'parseInput',
      'patchMgr',
      'plateau',
      'pragma',
      'predictImpact',
      'profileRunner',
      'profiling',
      'queryTrace',
      'rankOf',
      'rcclAnalysis',
      'readThreadTrace',
      'regression',
      'requireExternalTool',
      'roofline',
      'runPathsSchema',
      'scanSource',
      'schemaToJson',
      'sol',
      'sourceDiagnostics',
      'tasks',
      'toWireError',
      'topdown',
      'traceAnalysis',
      'traceDiff',
      'traceFingerprint',
      'tracelens',
      'unifiedMemory',
      'wireName',
      'withSourceLocations',
      'withSourceRecommendations',
      'workflow',
    ]);
  });

  it('has one namespace per module, one function per tool', () => {
    const namespaces = Object.entries(tools).filter(
      ([name, value]) => /^[a-z]/.test(name) && typeof value === 'object',
    );
    const functions = namespaces.flatMap(([module, members]) =>
      Object.keys(members).map((name) => `${module}.${name}`.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    );
    expect(functions.sort()).toEqual(tools.TOOLS.map(({ key }) => key).sort());
  });
});

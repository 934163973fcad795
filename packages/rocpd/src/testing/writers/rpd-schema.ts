const STRING = 'integer NOT NULL REFERENCES "rocpd_string" ("id") DEFERRABLE INITIALLY DEFERRED';
const API_KEY = '"api_ptr_id" integer NOT NULL PRIMARY KEY REFERENCES "rocpd_api" ("id") DEFERRABLE INITIALLY DEFERRED';
const ID = '"id" integer NOT NULL PRIMARY KEY AUTOINCREMENT';
const SPAN = '"start" integer NOT NULL, "end" integer NOT NULL';

/**
 * Tables of rocmProfileData, schema 2 (ROCm/rocmProfileData, rocpd_python/rocpd/schema.py): no suffix, no guid, times in
 * nanoseconds. Tables that recordings leave empty are here too, because readers look for them.
 */
export const RPD_TABLES: readonly string[] = [
  `CREATE TABLE "rocpd_metadata" (${ID}, "tag" varchar(4096) NOT NULL, "value" varchar(4096) NOT NULL)`,
  `CREATE TABLE "rocpd_string" (${ID}, "string" varchar(4096) NOT NULL)`,
  `CREATE TABLE "rocpd_api" (${ID}, "pid" integer NOT NULL, "tid" integer NOT NULL, ${SPAN},
    "apiName_id" ${STRING}, "args_id" ${STRING})`,
  `CREATE TABLE "rocpd_op" (${ID}, "gpuId" integer NOT NULL, "queueId" integer NOT NULL, "sequenceId" integer NOT NULL,
    "completionSignal" varchar(18) NOT NULL, ${SPAN}, "description_id" ${STRING}, "opType_id" ${STRING})`,
  `CREATE TABLE "rocpd_api_ops" (${ID},
    "api_id" integer NOT NULL REFERENCES "rocpd_api" ("id") DEFERRABLE INITIALLY DEFERRED,
    "op_id" integer NOT NULL REFERENCES "rocpd_op" ("id") DEFERRABLE INITIALLY DEFERRED)`,
  `CREATE TABLE "rocpd_kernelcodeobject" (${ID}, "vgpr" integer NOT NULL, "sgpr" integer NOT NULL,
    "fbar" integer NOT NULL)`,
  `CREATE TABLE "rocpd_kernelapi" (${API_KEY}, "stream" varchar(18) NOT NULL,
    "gridX" integer NOT NULL, "gridY" integer NOT NULL, "gridZ" integer NOT NULL,
    "workgroupX" integer NOT NULL, "workgroupY" integer NOT NULL, "workgroupZ" integer NOT NULL,
    "groupSegmentSize" integer NOT NULL, "privateSegmentSize" integer NOT NULL, "kernelArgAddress" varchar(18) NOT NULL,
    "aquireFence" varchar(8) NOT NULL, "releaseFence" varchar(8) NOT NULL,
    "codeObject_id" integer NOT NULL REFERENCES "rocpd_kernelcodeobject" ("id") DEFERRABLE INITIALLY DEFERRED,
    "kernelName_id" ${STRING})`,
  `CREATE TABLE "rocpd_copyapi" (${API_KEY}, "stream" varchar(18) NOT NULL, "size" integer NOT NULL,
    "width" integer NOT NULL, "height" integer NOT NULL, "kind" integer NOT NULL, "dst" varchar(18) NOT NULL,
    "src" varchar(18) NOT NULL, "dstDevice" integer NOT NULL, "srcDevice" integer NOT NULL, "sync" bool NOT NULL,
    "pinned" bool NOT NULL)`,
  `CREATE TABLE "rocpd_barrierop" ("op_ptr_id" integer NOT NULL PRIMARY KEY REFERENCES "rocpd_op" ("id"),
    "signalCount" integer NOT NULL, "aquireFence" varchar(8) NOT NULL, "releaseFence" varchar(8) NOT NULL)`,
  `CREATE TABLE "rocpd_op_inputSignals" (${ID}, "from_op_id" integer NOT NULL REFERENCES "rocpd_op" ("id"),
    "to_op_id" integer NOT NULL REFERENCES "rocpd_op" ("id"))`,
  `CREATE TABLE "rocpd_monitor" (${ID}, "deviceType" varchar(16) NOT NULL, "deviceId" integer NOT NULL,
    "monitorType" varchar(16) NOT NULL, ${SPAN}, "value" varchar(255) NOT NULL)`,
];

/** The index and the views that people query most. `top` is in microseconds, as the original has it. */
export const RPD_VIEWS: readonly string[] = [
  'CREATE INDEX "rocpd_strin_string_c7b9cd_idx" ON "rocpd_string" ("string")',
  `CREATE VIEW api AS SELECT A.id, pid, tid, start, end, N.string AS apiName, T.string AS args FROM rocpd_api A
    INNER JOIN rocpd_string N ON N.id = A.apiName_id INNER JOIN rocpd_string T ON T.id = A.args_id`,
  `CREATE VIEW op AS SELECT O.id, gpuId, queueId, sequenceId, start, end, D.string AS description, T.string AS opType
    FROM rocpd_op O INNER JOIN rocpd_string D ON D.id = O.description_id
    INNER JOIN rocpd_string T ON T.id = O.opType_id`,
  `CREATE VIEW busy AS SELECT gpuId, GpuTime, WallTime, GpuTime * 1.0 / WallTime AS Busy
    FROM (SELECT gpuId, SUM(end - start) AS GpuTime FROM rocpd_op GROUP BY gpuId)
    INNER JOIN (SELECT MAX(end) - MIN(start) AS WallTime FROM rocpd_op)`,
  `CREATE VIEW top AS SELECT S.string AS Name, COUNT(*) AS TotalCalls, SUM(O.end - O.start) / 1000 AS TotalDuration,
    (SUM(O.end - O.start) / COUNT(*)) / 1000 AS Ave,
    SUM(O.end - O.start) * 100.0 / (SELECT SUM(end - start) FROM rocpd_op) AS Percentage
    FROM rocpd_op O INNER JOIN rocpd_string D ON D.id = O.description_id
    INNER JOIN rocpd_string S ON S.id = CASE WHEN D.string = '' THEN O.opType_id ELSE O.description_id END
    GROUP BY Name ORDER BY TotalDuration DESC`,
  `CREATE VIEW kernel AS SELECT O.id, gpuId, queueId, sequenceId, start, end, (end - start) AS duration, stream,
    gridX, gridY, gridZ, workgroupX, workgroupY, workgroupZ, groupSegmentSize, privateSegmentSize,
    S.string AS kernelName FROM rocpd_api_ops L JOIN rocpd_op O ON O.id = L.op_id
    JOIN rocpd_kernelapi K ON K.api_ptr_id = L.api_id JOIN rocpd_string S ON S.id = K.kernelName_id`,
  `CREATE VIEW copy AS SELECT A.id, pid, tid, start, end, S.string AS apiName, stream, size, width, height, kind,
    dst, src, dstDevice, srcDevice, sync, pinned FROM rocpd_copyapi C JOIN rocpd_api A ON A.id = C.api_ptr_id
    JOIN rocpd_string S ON S.id = A.apiName_id`,
];

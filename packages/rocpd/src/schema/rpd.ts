import { integer, sqliteTable, text } from './model.js';

/** `rocpd_api` of rocmProfileData: one host call or user marker. Version 3 adds `category_id` and `domain_id`. */
export const rpdApiTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    pid: integer('pid'),
    tid: integer('tid'),
    start: integer('start'),
    end: integer('end'),
    apiNameId: integer('apiName_id'),
    argsId: integer('args_id'),
    categoryId: integer('category_id'),
    domainId: integer('domain_id'),
  });

/** `rocpd_op`: one operation of a GPU; the operation type tells kernels from copies. */
export const rpdOpTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    gpuId: integer('gpuId'),
    queueId: integer('queueId'),
    sequenceId: integer('sequenceId'),
    completionSignal: text('completionSignal'),
    start: integer('start'),
    end: integer('end'),
    descriptionId: integer('description_id'),
    opTypeId: integer('opType_id'),
  });

/** `rocpd_api_ops`: which call caused which operation. */
export const rpdApiOpsTable = (name: string) =>
  sqliteTable(name, { id: integer('id'), apiId: integer('api_id'), opId: integer('op_id') });

/** `rocpd_kernelapi`: launch parameters of a call. The grid is blocks for hipLaunchKernel, work-items for hipExtModuleLaunchKernel. */
export const rpdKernelApiTable = (name: string) =>
  sqliteTable(name, {
    apiPtrId: integer('api_ptr_id'),
    stream: text('stream'),
    gridX: integer('gridX'),
    gridY: integer('gridY'),
    gridZ: integer('gridZ'),
    workgroupX: integer('workgroupX'),
    workgroupY: integer('workgroupY'),
    workgroupZ: integer('workgroupZ'),
    groupSegmentSize: integer('groupSegmentSize'),
    privateSegmentSize: integer('privateSegmentSize'),
    kernelArgAddress: text('kernelArgAddress'),
    acquireFence: text('aquireFence'),
    releaseFence: text('releaseFence'),
    codeObjectId: integer('codeObject_id'),
    kernelNameId: integer('kernelName_id'),
  });

/** `rocpd_copyapi`: parameters of a copy call. `kind`: 0 host-host, 1 host-device, 2 device-host, 3 device-device, 4 default. */
export const rpdCopyApiTable = (name: string) =>
  sqliteTable(name, {
    apiPtrId: integer('api_ptr_id'),
    stream: text('stream'),
    size: integer('size'),
    width: integer('width'),
    height: integer('height'),
    kind: integer('kind'),
    dst: text('dst'),
    src: text('src'),
    dstDevice: integer('dstDevice'),
    srcDevice: integer('srcDevice'),
    sync: integer('sync'),
    pinned: integer('pinned'),
  });

/** `rocpd_string` and (version 3) `rocpd_ustring`: texts, the latter those that occur once. */
export const rpdStringTable = (name: string) => sqliteTable(name, { id: integer('id'), string: text('string') });

/** `rocpd_monitor`: a span of constant value of a device metric (`sclk` MHz, `power` W, `temp` degrees Celsius). */
export const rpdMonitorTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    deviceType: text('deviceType'),
    deviceId: integer('deviceId'),
    monitorType: text('monitorType'),
    start: integer('start'),
    end: integer('end'),
    value: text('value'),
  });

/** `rocpd_counter` (version 3): one counter value of an operation. */
export const rpdCounterTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    opId: integer('op_id'),
    nameId: integer('name_id'),
    value: text('value'),
  });

/** `rocpd_stackframe` (version 3): one frame of the stack of a call. */
export const rpdStackFrameTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    apiPtrId: integer('api_ptr_id'),
    depth: integer('depth'),
    nameId: integer('name_id'),
  });

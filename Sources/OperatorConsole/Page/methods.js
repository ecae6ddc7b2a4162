// The parts of the page that need a method, so that a part is shown only if this release of the service has it.

export const methods = {
  queue: 'approval.pending',
  decide: 'approval.decide',
  confirmBulk: 'approval.confirmBulk',
  explain: 'approval.explain',
  find: 'user.find',
  show: 'user.show',
  admit: 'user.admit',
  endSessions: 'user.endSessions',
  liftCodeWait: 'user.liftCodeWait',
  moveGroup: 'user.moveGroup',
  undoPhone: 'user.undoPhone',
  audit: 'audit.list',
}

/**
 * Reads the methods that are served from an answer of `rpc.discover`: for each, the names of its params.
 */
export function servedMethods(document) {
  return new Map(document.methods.map((method) => [method.name, new Set(method.params.map((param) => param.name))]))
}

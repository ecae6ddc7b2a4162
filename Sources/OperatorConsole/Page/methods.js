// The methods of an operator's work, by what the page does with them.

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
  decisions: 'decision.list',
  audit: 'audit.list',
}

// The service's values in words.

export const statusWords = {
  waitingForApproval: 'Waiting for approval',
  approvedForSyncing: 'Approved for syncing',
  disapprovedForSyncing: 'Disapproved for syncing',
}

/** A length of time in its two largest units: "3 d 4 h". */
export function durationWords(milliseconds) {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  const days = Math.floor(minutes / 1440), hours = Math.floor(minutes / 60) % 24
  if (days) return `${days} d ${hours} h`
  if (hours) return `${hours} h ${minutes % 60} min`
  return minutes ? `${minutes} min` : 'less than a minute'
}

/** A moment in the form of the browser's language. Times on the wire are decimal strings of milliseconds. */
export const momentWords = (ms) => new Date(Number(ms)).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })

/** What an operator should do after a fault, beside its own sentence. */
export function faultWords(fault) {
  switch (fault.name) {
    case 'versionStale': return 'Somebody has decided meanwhile. See what is true now, and decide again.'
    case 'codeWrong': case 'pinWrong': case 'secondFactorWrong': case 'recoveryCodeWrong':
      return fault.data.attemptsLeft === undefined
        ? fault.message : `${fault.message} Attempts left: ${fault.data.attemptsLeft}.`
    case 'invalidParams':
      return fault.data.field === 'reason' ? 'The reason has a character that cannot be shown, such as a tab.' : fault.message
    default:
      return fault.data?.retryAfterMs
        ? `${fault.message} Try again in ${durationWords(fault.data.retryAfterMs + 59_999)}.` : fault.message
  }
}

/// The account was last brought to an older generation than the one in force. Its epoch has to end before the call can
/// be answered.
struct OutdatedHead: Error {}

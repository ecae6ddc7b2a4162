public import ArgumentParser
public import Interchange

/// Options name a format by its raw value.
extension ExchangeFormat: ExpressibleByArgument {}

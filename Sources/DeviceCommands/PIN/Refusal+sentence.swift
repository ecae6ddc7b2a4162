import PIN

extension PINBlockList.Refusal {
    /// Says why a PIN is easy to guess.
    var sentence: String {
        switch self {
        case .fewDigits: "it has no more than two different digits."
        case .repetition: "it repeats itself."
        case .sequence: "it counts up or down."
        case .keypadPattern: "its keys form a figure on the keypad."
        case .year: "it begins or ends with a year."
        case .date: "it is a date."
        case .common: "many people have chosen it."
        case .phoneNumber: "it is part of your phone number."
        }
    }
}

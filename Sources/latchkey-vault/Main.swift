import ArgumentParser
import VaultHost

@main
struct Main {
    static func main() async { await VaultCommand.main() }
}

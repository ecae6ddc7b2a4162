import ArgumentParser
import AuthHost

@main
struct Main {
    static func main() async { await AuthCommand.main() }
}

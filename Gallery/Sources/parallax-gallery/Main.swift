import CAdwaita
import CGtk

@main enum Main {
    static func main() { adw_init() }
}

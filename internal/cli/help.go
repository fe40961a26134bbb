package cli

import (
	"slices"

	"github.com/alecthomas/kong"
)

// dataSettings are the settings of a command that works on a data folder.
var dataSettings = []string{"data", "database-url", "public-url", "log-format", "log-level"} //nolint:gochecknoglobals // a constant list

// commandSettings are the settings of the server that the other commands use;
// commands that are not here use dataSettings.
var commandSettings = map[string][]string{ //nolint:gochecknoglobals // a constant table
	"migrate":       {"data", "database-url"},
	"backup":        {"data", "database-url", "clickhouse-url", "backup-databases", "log-format", "log-level"},
	"import":        {"data", "database-url", "public-url", "plans", "log-format", "log-level"},
	"export":        {"data", "database-url", "public-url", "plans", "log-format", "log-level"},
	"reclassify":    {"data", "database-url", "geoip", "log-format", "log-level"},
	"confirm-clock": {"data"},
	"login":         nil,
	"whoami":        nil,
	"logout":        nil,
	"shorten":       nil,
	"links":         nil,
	"stats":         nil,
	"qr":            nil,
	"open":          nil,
	"openapi":       nil,
	"version":       nil,
	"completion":    nil,
	"man":           nil,
}

// usesSetting reports whether a command uses a setting of the server, or a flag
// that all commands have.
func usesSetting(command *kong.Node, name string) bool {
	if name == "help" || name == "version" || command.Type != kong.CommandNode || command.Name == "serve" {
		return true
	}
	for above := command; above != nil; above = above.Parent {
		if settings, known := commandSettings[above.Name]; known {
			return slices.Contains(settings, name)
		}
	}
	return slices.Contains(dataSettings, name)
}

// printHelp prints the help of a command with only the settings that it uses.
// All settings are accepted everywhere, because they are one environment.
func printHelp(options kong.HelpOptions, parsed *kong.Context) error {
	if selected := parsed.Selected(); selected != nil {
		for _, flag := range parsed.Model.Flags {
			flag.Hidden = flag.Hidden || !usesSetting(selected, flag.Name)
		}
	}
	return kong.DefaultHelpPrinter(options, parsed)
}

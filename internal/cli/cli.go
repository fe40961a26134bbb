// Package cli is the command line of Linnet: its commands, flags and output.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"linnet/internal/app"
	"linnet/internal/app/backups"
	"linnet/internal/app/doctor"
	"linnet/internal/base/fault"
	"linnet/internal/config"
)

// grammar holds the flags that all commands share, and the commands.
type grammar struct {
	settings

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`

	Serve        serveCmd        `cmd:"" group:"install" default:"withargs" help:"Start Linnet (the default)."`
	Migrate      migrateCmd      `cmd:"" group:"install" help:"Copy an install to other databases with --to and --clicks, and verify the copy. Without them: migrate the records to the schema of this version."`
	Import       importCmd       `cmd:"" group:"install" help:"Import links from a CSV file exported by another service or by Linnet."`
	Export       exportCmd       `cmd:"" group:"install" help:"Export links as CSV or JSON."`
	Reclassify   reclassifyCmd   `cmd:"" group:"install" help:"Classify all stored clicks again with the bot list of this version. Works while Linnet runs."`
	Backup       backupCmd       `cmd:"" group:"install" help:"Write a backup of the data folder to one file. Works while Linnet runs."`
	Restore      restoreCmd      `cmd:"" group:"install" help:"Restore a backup into an empty data folder and verify it."`
	Doctor       doctorCmd       `cmd:"" group:"install" help:"Check the data folder, the stores and the default domain, and print how to fix each problem."`
	Media        mediaCmds       `cmd:"" group:"install" help:"Copy uploaded images to or from a bucket."`
	RetryTasks   retryTasksCmd   `cmd:"" group:"install" help:"Retry the background tasks that failed, such as emails: linnet doctor lists them."`
	SetupCode    setupCodeCmd    `cmd:"" group:"install" help:"Print the link that creates the first account of a new install."`
	User         userCmds        `cmd:"" group:"install" help:"List, invite and suspend users, reset passwords, appoint operators."`
	Workspace    workspaceCmds   `cmd:"" group:"install" help:"List and suspend workspaces, set their plans."`
	Billing      billingCmds     `cmd:"" group:"install" help:"Create prices at Stripe, compare subscriptions with the records."`
	Domain       domainCmds      `cmd:"" group:"install" help:"List, add, check and delete custom domains."`
	Audit        auditCmds       `cmd:"" group:"install" help:"Verify the audit log."`
	Link         linkCmds        `cmd:"" group:"install" help:"Block links."`
	Denylist     denylistCmds    `cmd:"" group:"install" help:"List, add, update and remove the deny-lists whose entries links must not lead to."`
	Report       reportCmds      `cmd:"" group:"install" help:"List and resolve the abuse reports of visitors."`
	Block        blockCmd        `cmd:"" group:"install" help:"Block a link or all destinations on a host: visitors get 451."`
	Unblock      unblockCmd      `cmd:"" group:"install" help:"Unblock a link or a host."`
	Suspend      suspendCmd      `cmd:"" group:"install" help:"Suspend a user or a workspace."`
	Unsuspend    unsuspendCmd    `cmd:"" group:"install" help:"Restore a suspended user or workspace."`
	ConfirmClock confirmClockCmd `cmd:"" group:"install" help:"Confirm that the machine's clock is right, after Linnet stopped deleting old clicks because the clock jumped ahead."`

	Login   loginCmd   `cmd:"" group:"api" help:"Check an API key and store it with the URL of its server as a profile."`
	Whoami  whoamiCmd  `cmd:"" group:"api" help:"Print the server and the API key."`
	Logout  logoutCmd  `cmd:"" group:"api" help:"Remove a profile."`
	Shorten shortenCmd `cmd:"" group:"api" help:"Create links and print their short URLs."`
	Links   linksCmds  `cmd:"" group:"api" help:"List, print, change and delete links."`
	Stats   statsCmd   `cmd:"" group:"api" help:"Print the clicks of a link."`
	QR      qrCmd      `cmd:"" group:"api" name:"qr" help:"Write the QR code of a link to a file."`
	Open    openCmd    `cmd:"" group:"api" help:"Open a link in the browser."`

	OpenAPI    openAPICmd    `cmd:"" group:"other" name:"openapi" help:"Print the API's OpenAPI 3.1 document."`
	Completion completionCmd `cmd:"" group:"other" help:"Print the completion script of a shell: source <(linnet completion bash)."`
	Man        manCmd        `cmd:"" group:"other" help:"Print the manual page: linnet man | man -l -."`
	Version    versionCmd    `cmd:"" group:"other" help:"Print the version."`
}

// commandGroups are the groups of commands in the help and the manual page.
func commandGroups() []kong.Group {
	return []kong.Group{
		{Key: "install", Title: "Commands for the server, which use its settings and its data folder:"},
		{Key: "api", Title: "Commands that call a server with an API key:"},
		{Key: "other", Title: "Other commands:"},
	}
}

// settings is config.Config without its methods: kong would call Validate before
// Complete has set the derived settings.
type settings config.Config

// streams are the output streams of a command.
type streams struct {
	out, err io.Writer
}

// Main completes and validates the configuration and runs the command of args.
// It returns the exit code: 0 for success, 1 for a failure reported on stderr, 2
// for wrong usage.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	app.RestrictUmask()
	var g grammar
	exit := -1
	parser, err := kong.New(&g,
		kong.Name("linnet"),
		kong.Description("Short links, QR codes and click analytics in one program."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { exit = code }),
		kong.Help(printHelp),
		kong.ExplicitGroups(commandGroups()),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true}),
		kong.Vars{"version": "linnet " + app.Version()},
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(streams{out: stdout, err: stderr}),
	)
	if err != nil {
		fmt.Fprintln(stderr, "linnet:", err)
		return 2
	}
	parsed, err := parser.Parse(args)
	if exit >= 0 { // --help or --version
		return exit
	}
	if err != nil {
		parser.Errorf("%s", err)
		fmt.Fprintln(stderr, "See linnet --help.")
		return 2
	}
	cfg := config.Config(g.settings)
	if err := cfg.Complete(os.Getenv); err != nil {
		parser.Errorf("%s", err)
		return 2
	}
	if err := runParsed(parsed, &cfg); err != nil {
		fmt.Fprintln(stderr, "linnet:", fault.Text(err))
		if hint := doctor.Hint(err, cfg.Data); hint != "" {
			fmt.Fprintln(stderr, hint)
		}
		return 1
	}
	return 0
}

// anyFolder is embedded by commands that do not use the install in the data folder. All
// others are refused on a folder whose restore was interrupted.
type anyFolder struct{}

func (anyFolder) ignoresInstall() {}

// runParsed runs the command that was parsed.
func runParsed(parsed *kong.Context, cfg *config.Config) error {
	if _, any := parsed.Selected().Target.Interface().(interface{ ignoresInstall() }); !any {
		if err := backups.CheckRestored(*cfg); err != nil {
			return err
		}
	}
	return parsed.Run(cfg)
}

type serveCmd struct {
	MoveDefaultDomain  bool `help:"Allow the public URL to change the default domain although it has links. Links on the old host stop working."`
	UpgradeWithoutCopy bool `help:"Upgrade the click store without a copy of the old one, when the disk has no room for it."`
	NewInstall         bool `help:"Start a new install although the data folder holds the clicks of another one."`
	NewSecretKey       bool `help:"Start with a new secret key because the old one is lost. Certificates are ordered again."`
}

// Run starts the node and serves until ctx ends.
func (c serveCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	log := app.LogTo(s.err, func(w io.Writer) slog.Handler { return newLogHandler(*cfg, w) })
	defer log.Lines.Close()
	warnOfSettings(ctx, cfg, log.Logger)
	cfg.MoveDefaultDomain, cfg.NewInstall, cfg.UpgradeWithoutCopy = c.MoveDefaultDomain, c.NewInstall, c.UpgradeWithoutCopy
	cfg.NewSecretKey = c.NewSecretKey
	node, err := app.New(ctx, *cfg, log)
	if err != nil {
		return err
	}
	err = errors.Join(node.Run(ctx), node.Close())
	log.InfoContext(ctx, "stopped", "clean", err == nil)
	return err
}

// warnOfSettings logs settings that have no effect or are not safe.
func warnOfSettings(ctx context.Context, cfg *config.Config, log *slog.Logger) {
	for _, name := range config.Unknown(os.Environ()) {
		log.WarnContext(ctx, "unknown setting has no effect; linnet --help lists the known ones", "name", name)
	}
	if cfg.OpenWithoutTLS() {
		log.WarnContext(ctx, "public URL is https, but the address accepts plain HTTP from other machines; "+
			"listen on 127.0.0.1 behind a TLS proxy and name it with LINNET_TRUSTED_PROXIES", "address", cfg.Addr, "public", cfg.PublicURL)
	}
	if names := cfg.PlaceholderEmails(); len(names) > 0 && !cfg.Local() {
		log.WarnContext(ctx, "contact addresses on the public pages are still examples", "settings", strings.Join(names, ","))
	}
}

type reclassifyCmd struct{}

// Run reclassifies the clicks, in the running node if there is one.
func (reclassifyCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.Reclassify(ctx, *cfg, newLogger(*cfg, s.err), s.out)
}

type confirmClockCmd struct{}

// Run resumes retention after the clock jumped.
func (confirmClockCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.ConfirmClock(ctx, *cfg, s.out)
}

type openAPICmd struct{ anyFolder }

// Run prints the document.
func (openAPICmd) Run(s streams) error {
	document, err := app.OpenAPI()
	if err != nil {
		return err
	}
	_, err = s.out.Write(document)
	return err
}

type versionCmd struct{ anyFolder }

// Run prints the version.
func (versionCmd) Run(s streams) error {
	_, err := fmt.Fprintln(s.out, "linnet", app.Version())
	return err
}

// newLogger returns the log of a command, which is written synchronously.
func newLogger(cfg config.Config, w io.Writer) *slog.Logger { return slog.New(newLogHandler(cfg, w)) }

func newLogHandler(cfg config.Config, w io.Writer) slog.Handler {
	options := &slog.HandlerOptions{}
	var level slog.Level
	if level.UnmarshalText([]byte(cfg.LogLevel)) == nil {
		options.Level = level
	}
	if cfg.LogFormat == "json" {
		return slog.NewJSONHandler(w, options)
	}
	return slog.NewTextHandler(w, options)
}

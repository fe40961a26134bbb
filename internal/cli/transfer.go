package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"linnet/internal/app"
	"linnet/internal/config"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
)

// actorFlags name the member and the workspace that a command acts for.
type actorFlags struct {
	User      string `help:"Email address of the member on whose behalf the command runs." placeholder:"EMAIL" required:""`
	Workspace string `help:"Workspace id. Default: the member's first workspace." placeholder:"ID"`
}

type importCmd struct {
	actorFlags
	File       string            `arg:"" optional:"" help:"CSV file; - for standard input. With --from: none."`
	From       string            `help:"Import by the API of a shortener instead: bitly, dub, kutt, rebrandly, shlink, short.io or yourls." placeholder:"SHORTENER"`
	URL        string            `name:"url" help:"Address of the shortener. Default: that of the service. Shlink and YOURLS need it." placeholder:"URL"`
	TokenFile  string            `help:"File with the API key of the shortener; - for standard input." type:"path" placeholder:"FILE"`
	History    bool              `help:"With --from bitly, dub or shlink: also read when the clicks were, which takes a call for each link at least."`
	OnConflict string            `help:"What to do with rows whose alias is taken: skip, suffix or update." enum:"skip,suffix,update" default:"skip"`
	Domain     string            `help:"Domain of rows without a domain of the workspace. Empty: the default domain."`
	Map        map[string]string `help:"Column of a field, such as --map url='Long URL'. Without it, headers are recognized." mapsep:";"`
	DryRun     bool              `help:"Print what would change without changing it."`
	Partly     bool              `help:"Import as many rows as the plan allows instead of none."`
	Report     string            `help:"File for the result of each row." type:"path"`
}

type exportCmd struct {
	actorFlags
	Format string   `help:"Format: csv or json." enum:"csv,json" default:"csv"`
	Output string   `short:"o" help:"File to write. Default: standard output." type:"path"`
	Search string   `help:"Export only links whose alias, destination, title or note contains this text."`
	Tag    []string `help:"Export only links with one of these tags."`
}

// open opens the imports and exports of the workspace.
func (f actorFlags) open(ctx context.Context, cfg *config.Config, s streams) (*app.Transfers, error) {
	return app.OpenTransfers(
		ctx,
		*cfg,
		app.TransferOptions{User: f.User, Workspace: f.Workspace, Log: newLogger(*cfg, s.err), Warnings: s.err},
	)
}

// Run uploads the file as a job and waits for its end. A node that runs on the
// same records does the work; without one, the command does.
func (c importCmd) Run(ctx context.Context, cfg *config.Config, s streams) (err error) {
	t, err := c.open(ctx, cfg, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	j, err := c.start(ctx, t, s)
	if err != nil {
		return err
	}
	if j, err = t.Wait(ctx, j.ID, func(done, total int) { fmt.Fprintf(s.err, "%d of %s\n", done, counted(total, "row")) }); err != nil {
		return err
	}
	tally := transfer.TallyOf(j)
	fmt.Fprintf(s.out, "%s: %d created, %d updated, %d skipped, %d failed.\n",
		counted(j.Done, "row"), tally.Created, tally.Updated, tally.Skipped, j.Failed)
	if c.Report != "" {
		if err := saveReport(ctx, t, j.ID, c.Report); err != nil {
			return err
		}
	}
	if j.State != job.Done {
		return fmt.Errorf("the import is %s: %s", j.State, cmp.Or(j.Message, "it can be resumed in the dashboard"))
	}
	if j.Failed > 0 && j.Failed == j.Done {
		return errors.New("no row was imported; --report FILE writes the reason of each")
	}
	return nil
}

// counted returns a number of things, such as "1 row" or "2 rows".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// start starts the job that imports the file, or the links of the shortener.
func (c importCmd) start(ctx context.Context, t *app.Transfers, s streams) (job.Job, error) {
	switch {
	case (c.File == "") == (c.From == ""):
		return job.Job{}, errors.New("name either a CSV file or a shortener: linnet import FILE, or linnet import --from shlink --url URL --token-file FILE")
	case c.History && c.From == "":
		return job.Job{}, errors.New("--history: name the shortener with --from; a file has the click history in a column of its own")
	case c.From != "" && c.TokenFile == "":
		return job.Job{}, errors.New("--token-file: name the file with the API key of the shortener")
	case c.From != "":
		return c.retrieve(ctx, t, s)
	}
	file, name := io.Reader(os.Stdin), "standard input.csv"
	if c.File != "-" {
		opened, err := os.Open(c.File)
		if err != nil {
			return job.Job{}, fmt.Errorf("open the file: %w", err)
		}
		defer opened.Close() //nolint:errcheck // opened for reading
		file, name = opened, filepath.Base(c.File)
	}
	return t.Import(ctx, name, file, c.options())
}

// retrieve waits until the links of the shortener are read, and starts their import.
func (c importCmd) retrieve(ctx context.Context, t *app.Transfers, s streams) (job.Job, error) {
	key, err := readKey(c.TokenFile)
	if err != nil {
		return job.Job{}, err
	}
	j, err := t.Retrieve(ctx, retrieval.Connection{From: retrieval.Shortener(c.From), URL: c.URL, Key: key, History: c.History})
	if err != nil {
		return j, err
	}
	if j, err = t.Wait(ctx, j.ID, func(done, total int) { fmt.Fprintf(s.err, "read %d of %s\n", done, counted(total, "link")) }); err != nil {
		return j, err
	}
	if j.State != job.Done {
		return j, fmt.Errorf("the links were not all read: %s", cmp.Or(j.Message, "it can be resumed in the dashboard"))
	}
	return t.StartDraft(ctx, retrieval.ImportOf(j), c.options())
}

// readKey returns the content of a file.
func readKey(path string) (string, error) {
	if path == "-" {
		content, err := io.ReadAll(io.LimitReader(os.Stdin, maxKeyFile))
		return string(content), err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("--token-file: %w", err)
	}
	return string(content), nil
}

// maxKeyFile bounds a key in standard input, in bytes.
const maxKeyFile = 64 << 10

func (c importCmd) options() transfer.Options {
	options := transfer.Options{OnConflict: transfer.Policy(c.OnConflict), Domain: c.Domain, DryRun: c.DryRun, Partly: c.Partly}
	if len(c.Map) > 0 {
		options.Mapping = map[transfer.Field]string{}
		for field, column := range c.Map {
			options.Mapping[transfer.Field(field)] = column
		}
	}
	return options
}

// saveReport writes the report of an import to a file.
func saveReport(ctx context.Context, t *app.Transfers, id, path string) error {
	report, err := t.Report(ctx, id)
	if err != nil {
		return err
	}
	return writeFile(path, func(w io.Writer) error {
		_, err := io.Copy(w, report)
		return err
	})
}

// Run writes the links. It only reads the records, also while a node runs.
func (c exportCmd) Run(ctx context.Context, cfg *config.Config, s streams) (err error) {
	t, err := c.open(ctx, cfg, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	options := transfer.ExportOptions{Format: transfer.Format(c.Format), Filter: link.Filter{Search: c.Search, Tags: c.Tag}}
	write := func(w io.Writer) error {
		rows, err := t.Export(ctx, options, w)
		fmt.Fprintf(s.err, "%s\n", counted(rows, "link"))
		return err
	}
	if c.Output == "" {
		return write(s.out)
	}
	return writeFile(c.Output, write)
}

// writeFile creates or replaces a file that only its owner can read.
func writeFile(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("create the file: %w", err)
	}
	return errors.Join(write(file), file.Close())
}

package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/config"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/transfer"
	"linnet/internal/core/workspace"
	"linnet/internal/edge/server"
	"linnet/internal/infra/password"
	"linnet/internal/infra/records"
)

// whose names the workspace that a command works in, and in whose name.
type whose struct {
	User      string `help:"The address of a member, in whose name it is done." placeholder:"EMAIL" required:""`
	Workspace string `help:"The workspace's id; the member's first unless given." placeholder:"ID"`
}

type importCmd struct {
	whose
	File       string            `arg:"" help:"The CSV file; - reads the standard input."`
	OnConflict string            `help:"What to do with a row whose alias is taken: skip, suffix or update." enum:"skip,suffix,update" default:"skip"`
	Domain     string            `help:"The host for rows that name none of the workspace's. Empty: the default domain."`
	Map        map[string]string `help:"Which column holds a field, such as --map url='Long URL'. Without it the headers are recognised." mapsep:";"`
	DryRun     bool              `help:"Say what would happen, and change nothing."`
	Partly     bool              `help:"Import what the plan has room for, where that is not all."`
	Report     string            `help:"Where to write what became of each row." type:"path"`
}

type exportCmd struct {
	whose
	Format string   `help:"csv or json." enum:"csv,json" default:"csv"`
	Output string   `short:"o" help:"The file to write; the standard output unless given." type:"path"`
	Search string   `help:"Only links whose alias, destination, title or comments hold this."`
	Tag    []string `help:"Only links that have one of these tags."`
}

// tools is what these commands need of a node: the records, and no clicks,
// which a running Linnet keeps to itself.
type tools struct {
	records   *records.Store
	transfers *transfers
	actor     access.Actor
}

func openTools(ctx context.Context, cfg *config.Config, w whose, stderr io.Writer) (*tools, error) {
	records, err := openRecords(ctx, *cfg)
	if err != nil {
		return nil, err
	}
	t, err := newTools(ctx, *cfg, records, w, stderr)
	if err != nil {
		return nil, errors.Join(err, records.Close())
	}
	return t, nil
}

func newTools(ctx context.Context, cfg config.Config, records *records.Store, w whose, stderr io.Writer) (*tools, error) {
	clk, log := clock.System{}, newLogger(cfg, stderr)
	plans, err := loadPlans(cfg.Plans)
	if err != nil {
		return nil, err
	}
	site, err := newSite(cfg, plans)
	if err != nil {
		return nil, err
	}
	domains := domain.NewService(records, clk)
	warnOfOtherHost(ctx, domains, cfg, stderr)
	links := link.NewService(records, domains, allowance{records: records, plans: plans}, holds(server.Reserved(site.patterns)),
		password.New(password.Default()), clk).Minding(records)
	account, err := records.AccountByEmail(ctx, routing.Fold(strings.TrimSpace(w.User)))
	if fault.Is(err, fault.NotFound) {
		return nil, fmt.Errorf("nobody has the address %s here; give --user one that signed up, and look whether LINNET_DATA names the right folder", w.User)
	}
	if err != nil {
		return nil, fmt.Errorf("find the member %s: %w", w.User, err)
	}
	actor, err := workspace.NewService(records, clk).ActorFor(ctx, account.ID, "", w.Workspace)
	if err != nil {
		return nil, err
	}
	quiet := func(context.Context, job.Job) error { return nil } // whoever runs a command sees its end
	return &tools{records: records, actor: actor, transfers: newTransfers(cfg, records, links, quiet, clk, log)}, nil
}

// Run uploads the file as a job and follows it to its end. A Linnet that runs
// on the same records does the work; where none does, the command does.
func (c importCmd) Run(ctx context.Context, cfg *config.Config, s streams) (err error) {
	t, err := openTools(ctx, cfg, c.whose, s.err)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.records.Close()) }()
	j, err := c.begin(ctx, t)
	if err != nil {
		return err
	}
	if j, err = t.follow(ctx, j.ID, s.err); err != nil {
		return err
	}
	tally := transfer.TallyOf(j)
	fmt.Fprintf(s.out, "%d rows: %d created, %d updated, %d skipped, %d failed.\n", j.Done, tally.Created, tally.Updated, tally.Skipped, j.Failed)
	if c.Report != "" {
		if err := t.save(ctx, j.ID, c.Report); err != nil {
			return err
		}
	}
	if j.State != job.Done {
		return fmt.Errorf("the import is %s: %s", j.State, cmp.Or(j.Message, "it can be resumed in the dashboard"))
	}
	return nil
}

func (c importCmd) begin(ctx context.Context, t *tools) (job.Job, error) {
	file, name := io.Reader(os.Stdin), "standard input.csv"
	if c.File != "-" {
		opened, err := os.Open(c.File)
		if err != nil {
			return job.Job{}, fmt.Errorf("open the file: %w", err)
		}
		defer opened.Close() //nolint:errcheck // it was only read
		file, name = opened, filepath.Base(c.File)
	}
	options := transfer.Options{OnConflict: transfer.Policy(c.OnConflict), Domain: c.Domain, DryRun: c.DryRun, Partly: c.Partly}
	if len(c.Map) > 0 {
		options.Mapping = map[transfer.Field]string{}
		for field, column := range c.Map {
			options.Mapping[transfer.Field(field)] = column
		}
	}
	j, err := t.transfers.service.Upload(ctx, t.actor, name, file)
	if err != nil {
		return j, err
	}
	started, err := t.transfers.service.Start(ctx, t.actor, j.ID, options)
	if err != nil {
		return j, errors.Join(err, t.transfers.jobs.Remove(ctx, t.actor, j.ID))
	}
	return started, nil
}

// patience is how long a job waits for a running Linnet to take it up.
const patience = 2*job.Poll + time.Second

// follow returns a job when it has ended, and tells meanwhile how far it is.
func (t *tools) follow(ctx context.Context, id string, progress io.Writer) (job.Job, error) {
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	alone := time.NewTimer(patience)
	defer alone.Stop()
	shown := -1
	for {
		j, err := t.transfers.jobs.Get(ctx, t.actor, id)
		if err != nil || j.State.Ended() {
			return j, err
		}
		if j.Done != shown && j.State == job.Running {
			shown = j.Done
			fmt.Fprintf(progress, "%d of %d rows\n", j.Done, j.Total)
		}
		select {
		case <-ctx.Done():
			return j, ctx.Err()
		case <-tick.C:
		case <-alone.C:
			go t.transfers.runner.RunOne(ctx, id) //nolint:errcheck // the job tells its own end, and the log what went wrong
		}
	}
}

// save writes the job's report to a file.
func (t *tools) save(ctx context.Context, id, path string) (err error) {
	_, report, err := t.transfers.service.Output(ctx, t.actor, job.Import, id)
	if err != nil {
		return err
	}
	return writeFile(path, func(w io.Writer) error {
		_, err := io.Copy(w, report)
		return err
	})
}

// Run writes the links. It reads the records only, so that it can be done while
// Linnet runs.
func (c exportCmd) Run(ctx context.Context, cfg *config.Config, s streams) (err error) {
	t, err := openTools(ctx, cfg, c.whose, s.err)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.records.Close()) }()
	options := transfer.ExportOptions{Format: transfer.Format(c.Format), Filter: link.Filter{Search: c.Search, Tags: c.Tag}}
	write := func(w io.Writer) error {
		rows, err := t.transfers.service.WriteExport(ctx, t.actor, options, w)
		fmt.Fprintf(s.err, "%d links\n", rows)
		return err
	}
	if c.Output == "" {
		return write(s.out)
	}
	return writeFile(c.Output, write)
}

// writeFile makes a file that is its owner's only: links may be nobody else's
// business.
func writeFile(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("make the file: %w", err)
	}
	return errors.Join(write(file), file.Close())
}

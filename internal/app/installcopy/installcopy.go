// Package installcopy copies the records, the clicks and the images of an install to
// other places (linnet migrate), and compares both sides. A target is marked until its
// copy is finished, so that no node starts on it.
package installcopy

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"linnet/internal/app/control"
	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/files"
	"linnet/internal/config"
	"linnet/internal/core/clickcopy"
	"linnet/internal/infra/clickstore/clickhouse"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/journal"
	"linnet/internal/infra/records"
)

// Options says what Copy copies. A place is a URL of a database, or a data
// folder.
type Options struct {
	From, FromClicks string // places of the records and of the clicks; "": those of the settings
	// To and ToClicks are likewise; "": they are not copied, except that a data folder To
	// also gets the clicks of FromClicks or of another data folder.
	To, ToClicks string
	// FromMedia and ToMedia are an s3:// address or a folder of images. "" is the place
	// of the settings, or the folder of From; without ToMedia, images are copied only from
	// a folder to that of a data folder To.
	FromMedia, ToMedia string
	// Finish completes the copy: the source must be stopped, and nodes may start on the
	// target afterwards.
	Finish bool
}

// Report is the result of Copy.
type Report struct {
	Records []records.TableComparison `json:"records,omitempty"`
	Clicks  []clickcopy.Month         `json:"clicks,omitempty"`
	// ClicksStay is the place of the clicks, without a password, if they were not copied.
	ClicksStay string `json:"clicksStay,omitempty"`
	// SecretKey is "matches" if the node of the target will have the key that sealed
	// values of the records need, else "differs". Empty: no records were copied.
	SecretKey string `json:"secretKey,omitempty"`
	Images    int64  `json:"images"` // uploaded images
	// Media is the copy of their files; nil if they were not copied.
	Media *MediaReport `json:"media,omitempty"`
	Equal bool         `json:"equal"`
	// Finished reports that nodes may start on the target.
	Finished bool `json:"finished"`
	// Begun reports that the target was changed.
	Begun bool `json:"-"`
}

// Progress is called with what the copy does, and how many of the rows or clicks
// of this step are done; of is 0 if their number is unknown.
type Progress func(step string, done, of int64)

// ErrUnfinished is returned when a node starts on a target that is incomplete.
var ErrUnfinished = errors.New("linnet migrate has not finished its copy there")

// place is where records or clicks are: in a database, or in a data folder.
type place struct{ url, dir string }

func (p place) String() string {
	if p.url != "" {
		scheme, rest, _ := strings.Cut(p.url, "://")
		return scheme + "://" + rest[strings.LastIndex(rest, "@")+1:] // without the password
	}
	return p.dir
}

// copyPlace returns the place of a text: a URL with one of the schemes, or a folder.
func copyPlace(flag, text string, schemes ...string) (place, error) {
	if scheme, _, isURL := strings.Cut(text, "://"); isURL {
		if !slices.Contains(schemes, scheme) {
			return place{}, fmt.Errorf("%s is neither a folder nor a URL that begins with %s://", flag, strings.Join(schemes, ":// or "))
		}
		return place{url: text}, nil
	}
	dir, err := filepath.Abs(text)
	if err != nil {
		return place{}, fmt.Errorf("%s: %w", flag, err)
	}
	return place{dir: dir}, nil
}

// Deps are the dependencies of a Service.
type Deps struct {
	Config config.Config // has the default places
	Clock  clock.Clock
	Log    *slog.Logger // of the stores
}

// Service copies installs.
type Service struct{ deps Deps }

// New returns a Service.
func New(d Deps) *Service { return &Service{d} }

// run is one run of Copy.
type run struct {
	cfg      config.Config
	opts     Options
	progress Progress
	clock    clock.Clock
	log      *slog.Logger
	report   Report

	records, clicks struct {
		wanted   bool
		from, to place
	}
	images               imageCopy
	fromClicks, toClicks clickTarget
	origin               string // the identity of fromClicks

	folders map[string]*journal.FolderLock // by data folder
	close   []func() error
	finish  []func() error // what completes the copy, after everything was found equal
	open    int            // parts whose copy is not finished
}

// Copy copies the records, the clicks and the images of an install to other
// places, and compares both sides. It can be repeated after an interruption at any point
// and then continues. It never changes a target with data of another install, or one
// whose copy was finished: that is compared only. Images are also copied then.
func (s *Service) Copy(ctx context.Context, opts Options, progress Progress) (_ Report, err error) {
	c := &run{
		cfg:      s.deps.Config,
		opts:     opts,
		progress: progress,
		clock:    s.deps.Clock,
		log:      s.deps.Log,
		folders:  map[string]*journal.FolderLock{},
	}
	defer func() {
		for _, end := range slices.Backward(c.close) {
			err = errors.Join(err, end())
		}
	}()
	if err := c.resolve(); err != nil {
		return c.report, err
	}
	if err := c.lockTargets(ctx); err != nil {
		return c.report, err
	}
	c.report.Equal = true
	if c.clicks.wanted {
		if err := c.openClicks(ctx); err != nil {
			return c.report, err
		}
	}
	if c.records.wanted {
		if err := c.copyRecords(ctx); err != nil {
			return c.report, err
		}
	}
	if c.images.to != "" {
		if err := c.copyImages(ctx); err != nil {
			return c.report, err
		}
	}
	if c.clicks.wanted {
		if err := c.copyClicks(ctx); err != nil {
			return c.report, err
		}
	}
	if c.report.Finished = c.open == 0; !c.report.Equal || !opts.Finish {
		return c.report, nil
	}
	for _, finish := range c.finish {
		if err := finish(); err != nil {
			return c.report, err
		}
	}
	c.report.Finished = true
	return c.report, nil
}

// resolve reads the places.
func (c *run) resolve() (err error) {
	postgres, clickHouse := []string{"postgres", "postgresql"}, []string{"clickhouse", "http", "https"}
	folder, err := filepath.Abs(c.cfg.Data)
	if err != nil {
		return err
	}
	c.records.from, c.clicks.from = place{url: c.cfg.DatabaseURL, dir: folder}, place{url: c.cfg.ClickHouseURL, dir: folder}
	if c.opts.From != "" {
		if c.records.from, err = copyPlace("--from", c.opts.From, postgres...); err != nil {
			return err
		}
		if c.records.from.url == "" {
			c.clicks.from = place{dir: c.records.from.dir}
		}
	}
	if c.opts.FromClicks != "" {
		if c.clicks.from, err = copyPlace("--from-clicks", c.opts.FromClicks, clickHouse...); err != nil {
			return err
		}
	}
	if c.records.wanted = c.opts.To != ""; c.records.wanted {
		if c.records.to, err = copyPlace("--to", c.opts.To, postgres...); err != nil {
			return err
		}
	}
	if c.opts.FromClicks != "" || c.clicksAreElsewhere() {
		c.opts.ToClicks = cmp.Or(c.opts.ToClicks, c.records.to.dir)
	}
	if c.clicks.wanted = c.opts.ToClicks != ""; !c.clicks.wanted {
		c.report.ClicksStay = c.clicks.from.String()
	} else if c.clicks.to, err = copyPlace("--clicks", c.opts.ToClicks, clickHouse...); err != nil {
		return err
	}
	for _, part := range []struct {
		wanted   bool
		from, to place
	}{c.records, c.clicks} {
		if part.wanted && part.from.String() == part.to.String() {
			return fmt.Errorf("the source and the target are both %s; name two places", part.to)
		}
	}
	return c.resolveImages()
}

// clicksAreElsewhere reports that the source has clicks in a data folder which is not
// that of the target.
func (c *run) clicksAreElsewhere() bool {
	from := c.clicks.from
	return from.url == "" && from.dir != c.records.to.dir && stores.HoldsData(filepath.Join(from.dir, stores.ClicksFile))
}

// lockTargets prevents nodes from starting on the targets, and with Finish on the
// sources.
func (c *run) lockTargets(ctx context.Context) error {
	for _, part := range []struct {
		wanted bool
		to     place
	}{{c.records.wanted, c.records.to}, {c.clicks.wanted, c.clicks.to}} {
		if part.wanted && part.to.url == "" {
			if err := c.lockFolder(part.to.dir); err != nil {
				return fmt.Errorf("stop Linnet on the target: %w", err)
			}
		}
	}
	if c.records.wanted && c.records.to.url != "" {
		if err := c.lockDatabase(ctx, c.records.to.url); err != nil {
			return fmt.Errorf("lock the target: %w", err)
		}
	}
	if c.opts.Finish {
		return c.lockSources(ctx)
	}
	return nil
}

func (c *run) lockSources(ctx context.Context) error {
	for _, from := range []place{c.records.from, c.clicks.from} {
		if from.url == "" {
			if err := c.lockFolder(from.dir); err != nil {
				return fmt.Errorf("stop Linnet on the source, then run the command with --finish again: %w", err)
			}
		}
	}
	if c.records.from.url != "" {
		if err := c.lockDatabase(ctx, c.records.from.url); err != nil {
			return fmt.Errorf("lock the source: %w", err)
		}
	}
	return nil
}

// lockFolder locks a data folder until the end, once.
func (c *run) lockFolder(dir string) error {
	if c.folders[dir] != nil {
		return nil
	}
	lock, err := journal.Lock(filepath.Join(dir, stores.JournalDir))
	if err != nil {
		return err
	}
	c.folders[dir], c.close = lock, append(c.close, lock.Close)
	return nil
}

func (c *run) lockDatabase(ctx context.Context, url string) error {
	lock, err := records.LockNode(ctx, records.NodeLockOptions{URL: url, Name: "migrate"})
	if err != nil {
		return err
	}
	c.close = append(c.close, lock.Close)
	return nil
}

// copyRecords copies and compares the records.
func (c *run) copyRecords(ctx context.Context) (err error) {
	from, err := records.OpenCopySource(ctx, records.Options{URL: c.records.from.url, Dir: c.records.from.dir})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	target, err := records.Open(ctx, records.Options{URL: c.records.to.url, Dir: c.records.to.dir})
	if err != nil {
		return fmt.Errorf("open the target: %w", err)
	}
	c.close = append(c.close, target.Close)
	finished, err := target.BeginCopy(ctx, from.Origin, c.clock.Now())
	if err != nil {
		return err
	}
	if !finished {
		c.open++
		c.report.Begun = true
	}
	own, err := c.ownsCounters(ctx, from)
	if err != nil {
		return err
	}
	if own {
		from.OmitClickSources()
		c.finish = append(c.finish, func() error { return c.setClickSource(ctx, target) })
	}
	step := func(name string) func(string, int64) {
		return func(table string, rows int64) { c.progress(name+", table "+table, rows, from.Rows) }
	}
	if !finished {
		if err := target.CopyFrom(ctx, from, step("copying records")); err != nil {
			return err
		}
	}
	if c.report.Records, err = target.CompareWith(ctx, from, step("comparing records")); err != nil {
		return fmt.Errorf("compare the records: %w", err)
	}
	c.report.Images = from.Images
	c.report.Equal = !slices.ContainsFunc(c.report.Records, func(t records.TableComparison) bool { return !t.Equal })
	if err := c.checkKey(from.KeyCheck, finished); err != nil {
		return err
	}
	c.finish = append(c.finish, func() error { return target.FinishCopy(ctx, c.clock.Now()) })
	return nil
}

// checkKey compares the secret key that nodes of the target will have with that of
// the records. A target folder without one gets that of the source.
func (c *run) checkKey(check []byte, finished bool) error {
	cfg := c.cfg
	if to := c.records.to; to.url == "" && cfg.SecretKey == "" {
		cfg.Data = to.dir
		if _, err := os.Stat(cfg.InData(stores.SecretKeyFile)); errors.Is(err, fs.ErrNotExist) {
			for _, dir := range []string{c.records.from.dir, c.cfg.Data} {
				if dir != "" && files.Copy(filepath.Join(dir, stores.SecretKeyFile), cfg.InData(stores.SecretKeyFile)) == nil {
					break
				}
			}
		}
	}
	key, err := stores.LoadSecretKey(cfg, false)
	if err != nil && !errors.Is(err, stores.ErrSecretKey) {
		return err
	}
	if c.report.SecretKey = "matches"; err != nil || !bytes.Equal(key.Check(), check) {
		c.report.SecretKey = "differs"
		if c.opts.Finish && !finished {
			return fmt.Errorf("%w, and sealed values would be lost: no key of the target opens them", stores.ErrSecretKey)
		}
	}
	return nil
}

// clickTarget is a click store that is copied, or the copy.
type clickTarget interface {
	clickcopy.Target
	Source(ctx context.Context) (string, error)
	clickPositions
}

// openClickPlace opens a click store. A file that a running node uses is copied by
// that node first.
func (c *run) openClickPlace(ctx context.Context, at place) (clickTarget, error) {
	if at.url != "" {
		return c.openClickHouse(ctx, at.url)
	}
	path := filepath.Join(at.dir, stores.ClicksFile)
	if err := c.lockFolder(at.dir); err != nil { // a node is running there
		if path, err = c.askForClicks(ctx, at.dir); err != nil {
			return nil, err
		}
	}
	store, err := duckdb.Open(ctx, path, duckdb.Options{Log: c.log})
	if err != nil {
		return nil, err
	}
	c.close = append(c.close, store.Close)
	return store, store.Damage()
}

func (c *run) openClickHouse(ctx context.Context, url string) (clickTarget, error) {
	dir, err := os.MkdirTemp("", "linnet-migrate-")
	if err != nil {
		return nil, err
	}
	c.close = append(c.close, func() error { return os.RemoveAll(dir) })
	store, err := clickhouse.Open(ctx, clickhouse.Options{URL: url, Dir: dir, Log: c.log})
	if err != nil {
		return nil, err
	}
	c.close = append(c.close, store.Close)
	return store, store.Damage()
}

// askForClicks lets the running node copy its click store, and returns the file.
func (c *run) askForClicks(ctx context.Context, dir string) (string, error) {
	c.progress("waiting for the running node to copy its click store", 0, 0)
	cfg := c.cfg
	cfg.Data = dir
	var out bytes.Buffer
	if err := control.Call(ctx, cfg.Data, control.CopyClicks, &out); err != nil {
		return "", fmt.Errorf("request the clicks of the running node: %w", err)
	}
	staged := cfg.InData(ClicksDir)
	c.close = append(c.close, func() error { return os.RemoveAll(staged) })
	return filepath.Join(staged, stores.ClicksFile), nil
}

// openClicks opens the click stores.
func (c *run) openClicks(ctx context.Context) (err error) {
	if from := c.clicks.from; from.url == "" && !stores.HoldsData(filepath.Join(from.dir, stores.ClicksFile)) {
		return fmt.Errorf("there are no clicks in %s; name their place with --from-clicks, or leave out --clicks", from.dir)
	}
	if c.fromClicks, err = c.openClickPlace(ctx, c.clicks.from); err != nil {
		return fmt.Errorf("open the clicks of the source: %w", err)
	}
	if c.toClicks, err = c.openClickPlace(ctx, c.clicks.to); err != nil {
		return fmt.Errorf("open the clicks of the target: %w", err)
	}
	c.origin, err = c.fromClicks.Source(ctx)
	return err
}

// copyClicks copies and compares the clicks.
func (c *run) copyClicks(ctx context.Context) error {
	from, to, origin := c.fromClicks, c.toClicks, c.origin
	finished, err := beginClickCopy(ctx, to, origin)
	if err != nil {
		return err
	}
	if !finished {
		c.open++
		c.report.Begun = true
	}
	step := func(phase clickcopy.Phase, clicks, of int64) { c.progress(string(phase), clicks, of) }
	work := func() ([]clickcopy.Month, error) { return clickcopy.Copy(ctx, from, to, step) }
	if finished {
		work = func() ([]clickcopy.Month, error) { return clickcopy.Compare(ctx, from, to, step) }
	}
	if c.report.Clicks, err = work(); err != nil {
		return err
	}
	if slices.ContainsFunc(c.report.Clicks, func(m clickcopy.Month) bool { return !m.Equal }) {
		c.report.Equal = false
	}
	if !finished {
		c.finish = append([]func() error{func() error { return c.finishClicks(ctx, from, to, origin) }}, c.finish...)
	}
	return nil
}

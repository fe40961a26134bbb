// Package doctor finds what is wrong with an install and its machine (linnet doctor),
// rebuilds a damaged click store, and says what an operator can do about an error. The
// readiness checks of a node that examine the same are here, too.
package doctor

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"linnet/internal/app/control"
	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/files"
	"linnet/internal/config"
	"linnet/internal/core/domain"
	"linnet/internal/core/queue"
	"linnet/internal/core/webhost"
	"linnet/internal/infra/clickstore/clickhouse"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/records"
)

// Finding is the result of one check of linnet doctor.
type Finding struct {
	Check  string `json:"check"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
	Fix    string `json:"fix,omitempty"` // what the operator can do
}

// lowSpace is the free disk space in bytes below which doctor and the readiness
// check "disk" report a problem.
const lowSpace = 64 << 20

// resolveTimeout limits the look-up of the default domain.
const resolveTimeout = 5 * time.Second

const rebuildFix = "Run linnet doctor --rebuild-clicks: it keeps the damaged file, makes a new one with every click that can be read, " +
	"and adds what waits in the journal. Or restore a backup with linnet restore."

// diagnosis examines the data folder of a configuration. It changes nothing.
type diagnosis struct {
	cfg    config.Config
	clock  clock.Clock
	calls  DropIns
	health map[string]string // of the running node by part; nil: none runs
	host   string            // of the default domain; "": unknown
	dead   []queue.Dead      // tasks that failed
	// failing are the hosts of domains whose DNS records are gone.
	failing  []string
	readable bool   // the records were read
	keyCheck []byte // of the secret key in the records; nil: none yet

	skews   []Skew    // of the clocks of servers that checks called
	newest  time.Time // of the newest event in the records; zero: not known
	version Finding   // about the database of the records; the zero value if it cannot be reached
}

// Deps are the dependencies of a Doctor.
type Deps struct {
	Config  config.Config
	Clock   clock.Clock
	DropIns DropIns // the zero value: there are none
}

// DropIns are the paths of the drop-in APIs, without a slash at the beginning. New links
// cannot have them as aliases.
type DropIns struct {
	Beginnings []string // such as "rest/"
	Reserves   func(alias string) bool
}

// Doctor examines and repairs the install of a configuration.
type Doctor struct{ deps Deps }

// New returns a Doctor.
func New(d Deps) *Doctor { return &Doctor{d} }

// Diagnose runs all checks. It changes nothing.
func (d *Doctor) Diagnose(ctx context.Context) ([]Finding, error) {
	health, err := nodeHealth(ctx, d.deps.Config.Data)
	if err != nil {
		return nil, err
	}
	found := diagnosis{cfg: d.deps.Config, clock: d.deps.Clock, calls: d.deps.DropIns, health: health}
	return found.all(ctx), nil
}

// all returns the findings of all checks, in the order in which they are shown.
func (d *diagnosis) all(ctx context.Context) []Finding {
	if info, err := os.Stat(d.cfg.Data); err != nil || !info.IsDir() {
		return []Finding{d.folder()}
	}
	findings := []Finding{
		d.folder(), d.fileModes(), d.space(), d.records(ctx), d.secretKey(), d.clicks(ctx), d.journal(), d.tasks(), d.setAside(), d.domain(ctx),
		d.customDomains(), d.aliases(ctx), d.nameServer(ctx), d.ports(ctx), d.proxies(), d.certificates(ctx), d.media(ctx),
		d.backups(ctx), d.clockSkew(),
	}
	if d.version.Check != "" {
		findings = append(findings, d.version)
	}
	return append(findings, d.readiness()...)
}

// nodeHealth returns the state of the running node's parts; nil when none runs.
func nodeHealth(ctx context.Context, dataDir string) (map[string]string, error) {
	var out bytes.Buffer
	err := control.Call(ctx, dataDir, control.Health, &out)
	if errors.Is(err, control.ErrNoNode) {
		return nil, nil
	}
	health := map[string]string{}
	for line := range strings.Lines(out.String()) {
		name, state, _ := strings.Cut(strings.TrimSpace(line), ": ")
		health[name] = state
	}
	return health, err
}

// readiness lists the failing readiness checks of the running node that are not
// part of another finding.
func (d *diagnosis) readiness() []Finding {
	var findings []Finding
	found := []string{"backups", "clicks", "clock", "disk", "journal", "media"}
	for _, name := range slices.Sorted(maps.Keys(d.health)) {
		if state := d.health[name]; state != control.Healthy && !slices.Contains(found, name) {
			findings = append(findings, Finding{Check: "/readyz " + name, Detail: state})
		}
	}
	return findings
}

func (d *diagnosis) problem(check string, err error, fix string) Finding {
	return Finding{Check: check, Detail: err.Error(), Fix: cmp.Or(fix, Hint(err, d.cfg.Data))}
}

func (d *diagnosis) folder() Finding {
	const check = "data folder"
	info, err := os.Stat(d.cfg.Data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Finding{
			Check:  check,
			Detail: d.cfg.Data + " does not exist",
			Fix:    "Set the folder with LINNET_DATA or --data, or start Linnet to create it.",
		}
	case err != nil:
		return d.problem(check, err, "")
	case !info.IsDir():
		return Finding{Check: check, Detail: d.cfg.Data + " is not a folder", Fix: "Set a folder with LINNET_DATA or --data."}
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return Finding{
			Check:  check,
			Detail: fmt.Sprintf("%s has mode %o: other users of this machine can read it", d.cfg.Data, mode),
			Fix:    "chmod 700 " + d.cfg.Data,
		}
	}
	probe, err := os.CreateTemp(d.cfg.Data, ".doctor-*")
	if err == nil {
		err = errors.Join(probe.Close(), os.Remove(probe.Name()))
	}
	if err != nil {
		return d.problem(check, err, "")
	}
	return Finding{Check: check, OK: true, Detail: d.cfg.Data}
}

func (d *diagnosis) space() Finding {
	const check = "disk space"
	free, err := files.FreeSpace(d.cfg.Data)
	if err != nil {
		return d.problem(check, err, "")
	}
	if free == math.MaxInt64 {
		return Finding{Check: check, OK: true, Detail: "not measured on this system; monitor the volume of " + d.cfg.Data + " with its own tools"}
	}
	f := Finding{Check: check, OK: free >= lowSpace, Detail: fmt.Sprintf("%d MB free", free>>20)}
	if !f.OK {
		f.Fix = makeRoom
	}
	return f
}

// makeRoom is the advice for a disk that is nearly full.
const makeRoom = "Free disk space. When the disk is full, changes fail and clicks wait in memory."

// CheckDisk returns a readiness check of the free space on the disk of dir.
func CheckDisk(dir string) func(context.Context) error {
	return func(context.Context) error {
		free, err := files.FreeSpace(dir)
		if err != nil {
			return err
		}
		if free < lowSpace {
			return fmt.Errorf("%d MB free. %s", free>>20, makeRoom)
		}
		return nil
	}
}

func (d *diagnosis) records(ctx context.Context) Finding {
	const check = "records"
	if d.cfg.DatabaseURL != "" {
		in, err := records.Reach(ctx, d.cfg.DatabaseURL)
		if err != nil {
			return d.problem(check, err, "")
		}
		d.found(in)
		return Finding{Check: check, OK: true, Detail: "PostgreSQL answers"}
	}
	in, err := records.Inspect(ctx, d.cfg.InData(records.File))
	const fix = "Stop Linnet, move the data folder away and restore a backup with linnet restore."
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Finding{
			Check:  check,
			Detail: records.File + " does not exist",
			Fix:    "Restore a backup with linnet restore, or start Linnet for a new install.",
		}
	case err != nil:
		return d.problem(check, err, fix)
	case len(in.Problems) > 0:
		return Finding{Check: check, Detail: "damaged: " + strings.Join(in.Problems, "; "), Fix: fix}
	}
	d.found(in)
	return Finding{Check: check, OK: true, Detail: fmt.Sprintf("intact: %d users, %d links, schema %d", in.Users, in.Links, in.Schema)}
}

// found stores what other checks need of the records.
func (d *diagnosis) found(in records.Inspection) {
	d.readable, d.host, d.dead, d.failing, d.keyCheck = true, in.DefaultHost, in.DeadTasks, in.Failing, in.KeyCheck
	d.newest = in.Newest
	d.compare("PostgreSQL", in.Now)
	d.database(in)
}

// secretKey checks that the secret key is the one that the values in the records
// were sealed with, and that others cannot read its file.
func (d *diagnosis) secretKey() Finding {
	const check = "secret key"
	source := "LINNET_SECRET_KEY"
	if d.cfg.SecretKey == "" {
		source = d.cfg.InData(stores.SecretKeyFile)
		info, err := os.Stat(source)
		switch {
		case errors.Is(err, fs.ErrNotExist) && d.keyCheck == nil:
			return Finding{Check: check, OK: true, Detail: "none yet; a start creates it"}
		case err == nil && info.Mode().Perm()&0o077 != 0:
			return Finding{
				Check:  check,
				Detail: fmt.Sprintf("%s has mode %o: other users of this machine can read it", source, info.Mode().Perm()),
				Fix:    "chmod 600 " + source,
			}
		}
	}
	key, err := stores.LoadSecretKey(d.cfg, false)
	if err != nil {
		return d.problem(check, err, "")
	}
	if d.keyCheck != nil && !bytes.Equal(d.keyCheck, key.Check()) {
		return d.problem(check, fmt.Errorf("%w: %s has another key", stores.ErrSecretKey, source), "")
	}
	if !d.readable {
		return Finding{Check: check, OK: true, Detail: source + "; not compared, because the records cannot be read"}
	}
	return Finding{Check: check, OK: true, Detail: source + " opens the encrypted values of the records"}
}

func (d *diagnosis) clicks(ctx context.Context) Finding {
	const check = "click store"
	if d.cfg.ClickHouseURL != "" {
		return d.clickHouse(ctx, check)
	}
	in, err := duckdb.Inspect(ctx, d.cfg.InData(stores.ClicksFile))
	state, running := d.health["clicks"]
	switch {
	case err == nil:
		return Finding{Check: check, OK: true, Detail: fmt.Sprintf("intact: %d clicks, all readable", in.Clicks)}
	case errors.Is(err, fs.ErrNotExist):
		return Finding{Check: check, OK: true, Detail: "no clicks yet"}
	case duckdb.IsDamage(err):
		return d.problem(check, err, rebuildFix)
	case !running:
		return d.problem(check, err, "")
	case state == control.Healthy:
		return Finding{Check: check, OK: true, Detail: "in use by the running node; stop it to read every click"}
	case strings.Contains(state, "damaged"):
		return Finding{Check: check, Detail: state, Fix: "Stop Linnet first: it still uses the file. " + rebuildFix}
	}
	return Finding{Check: check, Detail: state}
}

// clickHouse checks the ClickHouse database, whether a node runs or not.
func (d *diagnosis) clickHouse(ctx context.Context, check string) Finding {
	const fix = "Check that ClickHouse runs, and check LINNET_CLICKHOUSE_URL or --clickhouse-url. Clicks wait in the journal meanwhile."
	in, err := clickhouse.Inspect(ctx, clickhouse.Options{URL: d.cfg.ClickHouseURL})
	if err != nil {
		return d.problem(check, err, fix)
	}
	return d.clickHouseServer(check, in)
}

// clickHouseServer reports the version of a reachable ClickHouse server, and compares
// its clock.
func (d *diagnosis) clickHouseServer(check string, in clickhouse.Inspection) Finding {
	d.compare("ClickHouse", in.Now)
	switch {
	case in.Year < minClickHouse:
		return Finding{
			Check:  check,
			Detail: fmt.Sprintf("ClickHouse %s gets no security fixes any more", in.Version),
			Fix:    fmt.Sprintf("Upgrade it to version %d or later; Linnet is tested with 26.7.", minClickHouse),
		}
	case !in.Tables:
		return Finding{Check: check, OK: true, Detail: fmt.Sprintf("ClickHouse %s is reachable; a start creates the tables", in.Version)}
	}
	return Finding{Check: check, OK: true, Detail: fmt.Sprintf("ClickHouse %s is reachable and its clicks are readable", in.Version)}
}

func (d *diagnosis) journal() Finding {
	const check = "journal"
	if state, running := d.health["journal"]; running {
		return Finding{Check: check, OK: state == control.Healthy, Detail: cmp.Or(state, control.Healthy)}
	}
	var size int64
	entries, err := os.ReadDir(d.cfg.InData(stores.JournalDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return d.problem(check, err, "")
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			size += info.Size()
		}
	}
	return Finding{Check: check, OK: true, Detail: fmt.Sprintf("%d files, %d MB; no node runs on this folder", len(entries), size>>20)}
}

// tasks lists the background tasks that failed, which records has read.
func (d *diagnosis) tasks() Finding {
	const check, listed = "tasks", 5
	if len(d.dead) == 0 {
		return Finding{Check: check, OK: true, Detail: "none failed"}
	}
	details := make([]string, 0, listed)
	for _, t := range d.dead[:min(len(d.dead), listed)] {
		details = append(details, fmt.Sprintf("%s %s at %s: %s", t.Kind, t.Key, t.At.Format(time.RFC3339), t.Error))
	}
	return Finding{
		Check:  check,
		Detail: fmt.Sprintf("%d failed; newest: %s", len(d.dead), strings.Join(details, "; ")),
		Fix:    "Correct the cause, then run linnet retry-tasks. Tasks that are not retried are deleted after 30 days.",
	}
}

// setAside lists damaged files that were renamed.
func (d *diagnosis) setAside() Finding {
	const check = "files set aside"
	var names []string
	for _, pattern := range []string{stores.ClicksFile + damagedInfix + "*", filepath.Join(stores.JournalDir, "*.damaged*")} {
		found, err := filepath.Glob(d.cfg.InData(pattern))
		if err != nil {
			return d.problem(check, err, "")
		}
		for _, path := range found {
			names = append(names, filepath.Base(path))
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return Finding{Check: check, OK: true, Detail: "none"}
	}
	return Finding{Check: check, OK: true, Detail: strings.Join(names, ", ") + "; delete them when nothing is missing"}
}

func (d *diagnosis) domain(ctx context.Context) Finding {
	const check = "default domain"
	host, err := domain.PublicHost(d.cfg.PublicURL)
	if err != nil {
		return d.problem(check, err, "")
	}
	if d.host != "" && d.cfg.PublicURLDerived {
		host = d.host // no public URL was given to compare with
	}
	if d.host != "" && d.host != host {
		return Finding{
			Check:  check,
			Detail: fmt.Sprintf("short links are on %s, but the public URL is %s", d.host, d.cfg.PublicURL),
			Fix:    "Set LINNET_PUBLIC_URL or --public-url to the value that the server uses.",
		}
	}
	name := host
	if bare, _, err := net.SplitHostPort(host); err == nil {
		name = bare
	}
	ctx, cancel := context.WithTimeout(ctx, resolveTimeout)
	defer cancel()
	addresses, err := net.DefaultResolver.LookupHost(ctx, name)
	if err != nil {
		return d.problem(check, err, "Point the DNS name "+name+" to this server, or to the proxy before it.")
	}
	return Finding{Check: check, OK: true, Detail: host + " resolves to " + strings.Join(addresses[:min(len(addresses), 4)], ", ")}
}

// aliases lists the aliases that are paths of drop-in APIs, of links that are older than
// these. Visitors reach the links; requests with a key are calls of the API.
func (d *diagnosis) aliases(ctx context.Context) Finding {
	const check = "aliases"
	if !d.readable || len(d.calls.Beginnings) == 0 {
		return Finding{Check: check, OK: true, Detail: "not compared with drop-in APIs"}
	}
	found, err := records.AliasesUnder(ctx, records.Options{URL: d.cfg.DatabaseURL, Dir: d.cfg.Data}, d.calls.Beginnings)
	if err != nil {
		return d.problem(check, err, "")
	}
	found = slices.DeleteFunc(found, func(a records.HostAlias) bool { return !d.calls.Reserves(a.Folded) })
	if len(found) == 0 {
		return Finding{Check: check, OK: true, Detail: "none is a path of a drop-in API"}
	}
	urls := listOf(found, func(a records.HostAlias) string { return webhost.Unicode(a.Host) + "/" + a.Alias })
	return Finding{Check: check, OK: true, Detail: fmt.Sprintf(
		"%d are paths of drop-in APIs: %s. Visitors reach these links; a request with an API key is a call of the API", len(found), urls)}
}

// listOf returns the names of the first 20 of all, and how many more there are.
func listOf[T any](all []T, name func(T) string) string {
	const listed = 20
	names := make([]string, 0, listed+1)
	for _, one := range all[:min(len(all), listed)] {
		names = append(names, name(one))
	}
	if more := len(all) - listed; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// customDomains lists the failing domains, which records has read.
func (d *diagnosis) customDomains() Finding {
	const check = "custom domains"
	if len(d.failing) == 0 {
		return Finding{Check: check, OK: true, Detail: "none failing"}
	}
	return Finding{
		Check:  check,
		Detail: fmt.Sprintf("%d failing: %s", len(d.failing), listOf(d.failing, webhost.Unicode)),
		Fix:    "Run linnet domain check to see which DNS records are missing. Links on these domains work while requests arrive.",
	}
}

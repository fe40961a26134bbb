package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"linnet/internal/infra/records"
)

const (
	// minPostgres is the oldest major version of PostgreSQL that its project repairs.
	minPostgres = 14
	// minClickHouse is the year of the oldest release of ClickHouse that its project repairs.
	minClickHouse = 26
	listedFiles   = 5
	maxWalked     = 200_000 // files of the data folder whose mode is checked
)

// MaxSkew is the largest difference between clocks that is no problem: half a
// minute, after which codes of authenticator apps begin to fail.
const MaxSkew = 30 * time.Second

// Skew is the difference of another clock from this machine's.
type Skew struct {
	Source string
	By     time.Duration
}

// Problem returns an error if the clocks differ by more than MaxSkew.
func (s Skew) Problem() error {
	if s.By.Abs() <= MaxSkew {
		return nil
	}
	direction := "behind"
	if s.By < 0 {
		direction = "ahead of"
	}
	return fmt.Errorf("this machine is %s %s %s", s.By.Abs().Round(time.Second), direction, s.Source)
}

// compare stores the difference of a clock that showed at; zero: it showed none.
func (d *diagnosis) compare(source string, at time.Time) {
	if !at.IsZero() {
		d.skews = append(d.skews, Skew{source, at.Sub(d.clock.Now())})
	}
}

// clockSkew compares the clock of this machine with those of the servers that
// earlier checks called, and with the newest event.
func (d *diagnosis) clockSkew() Finding {
	const check = "clock"
	const fix = "Synchronize the clock of this machine and of the other one, for example with chrony or systemd-timesyncd. " +
		"Codes of authenticator apps, requests to buckets, expiry dates and the days of statistics depend on it."
	now := d.clock.Now()
	if ahead := d.newest.Sub(now); !d.newest.IsZero() && ahead > MaxSkew {
		return Finding{
			Check: check,
			Fix:   fix,
			Detail: fmt.Sprintf("the newest event of the records is from %s, %s after the time of this machine (%s)",
				d.newest.Format(time.RFC3339), ahead.Round(time.Second), now.Format(time.RFC3339)),
		}
	}
	compared := make([]string, 0, len(d.skews))
	for _, s := range d.skews {
		if err := s.Problem(); err != nil {
			return Finding{Check: check, Fix: fix, Detail: err.Error()}
		}
		compared = append(compared, s.Source)
	}
	if len(compared) == 0 {
		return Finding{Check: check, OK: true, Detail: now.Format(time.RFC3339) + "; not before the newest event, and there is no other clock to compare with"}
	}
	return Finding{Check: check, OK: true, Detail: fmt.Sprintf("%s; within %s of %s", now.Format(time.RFC3339), MaxSkew, strings.Join(compared, ", "))}
}

// database reports the version of the records' database.
func (d *diagnosis) database(in records.Inspection) {
	const check = "database"
	d.version = Finding{Check: check, OK: true, Detail: in.Engine + " " + in.Version}
	if in.Major > 0 && in.Major < minPostgres {
		d.version = Finding{
			Check:  check,
			Detail: fmt.Sprintf("PostgreSQL %s gets no security fixes any more", in.Version),
			Fix:    fmt.Sprintf("Upgrade it to version %d or later: dump the database with pg_dump and restore it there.", minPostgres),
		}
	}
}

// ports checks that the addresses of the settings can be opened, unless a node has
// them.
func (d *diagnosis) ports(ctx context.Context) Finding {
	const check = "ports"
	if d.health != nil {
		return Finding{Check: check, OK: true, Detail: "the running node has opened its addresses"}
	}
	addrs := []struct{ setting, addr string }{{"LINNET_ADDR", d.cfg.Addr}, {"LINNET_METRICS_ADDR", d.cfg.MetricsAddr}}
	if d.cfg.UsesTLS() {
		addrs = append(addrs, struct{ setting, addr string }{"LINNET_TLS_ADDR", d.cfg.TLSAddr})
	}
	var open []string
	for _, a := range addrs {
		if a.addr == "" {
			continue
		}
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", a.addr)
		if err != nil {
			f := d.problem(check, fmt.Errorf("%s: %w", a.setting, err), "")
			if f.Fix == "" {
				f.Fix = "Set " + a.setting + " to an address of this machine, such as 127.0.0.1:8080."
			}
			f.Fix += " If systemd opens the port for Linnet, ignore this."
			return f
		}
		_ = listener.Close() // nothing was accepted
		open = append(open, a.addr)
	}
	return Finding{Check: check, OK: true, Detail: strings.Join(open, ", ") + " can be opened"}
}

// Prefixes of fewer bits contain addresses of visitors.
const (
	minProxyBits4 = 8
	minProxyBits6 = 16
)

// proxies checks whether the addresses of visitors can be trusted.
func (d *diagnosis) proxies() Finding {
	const check = "trusted proxies"
	trusted, err := d.cfg.ProxyPrefixes()
	if err != nil {
		return d.problem(check, err, "Correct LINNET_TRUSTED_PROXIES.")
	}
	for _, p := range trusted {
		if p.Bits() < minProxyBits4 || p.Addr().Is6() && !p.Addr().Is4In6() && p.Bits() < minProxyBits6 {
			return Finding{
				Check:  check,
				Detail: p.String() + " is trusted: every client in it can choose the address that Linnet counts and limits",
				Fix:    "Name only the addresses of your proxies in LINNET_TRUSTED_PROXIES, such as 127.0.0.1/32.",
			}
		}
	}
	https := strings.HasPrefix(d.cfg.PublicURL, "https://")
	switch {
	case d.cfg.OpenWithoutTLS():
		return Finding{
			Check:  check,
			Detail: "the public URL is https, and other machines can reach " + d.cfg.Addr + " without TLS",
			Fix:    "Listen on 127.0.0.1 behind a TLS proxy and name it with LINNET_TRUSTED_PROXIES, or set LINNET_TLS=acme.",
		}
	case https && len(trusted) == 0 && !d.cfg.UsesTLS():
		return Finding{
			Check:  check,
			Detail: "the public URL is https and no proxy is trusted: all visitors have the address of the TLS proxy",
			Fix:    "Set LINNET_TRUSTED_PROXIES to the address of the proxy, such as 127.0.0.1/32.",
		}
	case len(trusted) == 0:
		return Finding{Check: check, OK: true, Detail: "none; clients connect directly"}
	}
	return Finding{Check: check, OK: true, Detail: joinPrefixes(trusted)}
}

func joinPrefixes(prefixes []netip.Prefix) string {
	texts := make([]string, len(prefixes))
	for i, p := range prefixes {
		texts[i] = p.String()
	}
	return strings.Join(texts, ", ")
}

var errEnoughFiles = errors.New("enough files")

// fileModes looks for files that other users of this machine can read.
func (d *diagnosis) fileModes() Finding {
	const check = "file modes"
	var open []string
	walked := 0
	look := func(path string, info fs.FileInfo) {
		if info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
			open = append(open, fmt.Sprintf("%s (%o)", path, info.Mode().Perm()))
		}
	}
	err := filepath.WalkDir(d.cfg.Data, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a file of the running node
		}
		if walked++; err != nil || walked > maxWalked || len(open) > listedFiles {
			return errors.Join(err, errEnoughFiles)
		}
		if info, err := e.Info(); err == nil {
			look(path, info)
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnoughFiles) || errors.Is(err, fs.ErrPermission) {
		return d.problem(check, err, "")
	}
	keys, err := filepath.Glob(filepath.Join(d.cfg.TLSCerts, "*.key"))
	if err != nil || d.cfg.TLSCerts == "" {
		keys = nil
	}
	for _, path := range append(keys, d.cfg.BackupPassphraseFile) {
		if info, err := os.Stat(path); path != "" && err == nil {
			look(path, info)
		}
	}
	if len(open) == 0 {
		return Finding{Check: check, OK: true, Detail: "only their owner can read the files"}
	}
	more := ""
	if len(open) > listedFiles {
		open, more = open[:listedFiles], " and more"
	}
	return Finding{
		Check:  check,
		Detail: "other users of this machine can read " + strings.Join(open, ", ") + more,
		Fix:    "chmod -R go= " + d.cfg.Data + ", and chmod 600 the files elsewhere.",
	}
}

// nameServer checks that the configured DNS server answers.
func (d *diagnosis) nameServer(ctx context.Context) Finding {
	const check = "name server"
	if d.cfg.DNS == "" {
		return Finding{Check: check, OK: true, Detail: "that of the system"}
	}
	ctx, cancel := context.WithTimeout(ctx, resolveTimeout)
	defer cancel()
	resolver := &net.Resolver{
		PreferGo: true,
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, d.cfg.DNS)
		},
	}
	_, err := resolver.LookupNS(ctx, ".")
	var dns *net.DNSError
	if err != nil && (!errors.As(err, &dns) || !dns.IsNotFound) {
		return d.problem(check, fmt.Errorf("%s does not answer: %w", d.cfg.DNS, err),
			"Correct LINNET_DNS, or leave it out for the servers of the system. Until then custom domains are not verified.")
	}
	return Finding{Check: check, OK: true, Detail: d.cfg.DNS + " answers"}
}

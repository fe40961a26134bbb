package doctor

import (
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/infra/clickstore/clickhouse"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func newDiagnosis(t *testing.T, change func(*config.Config)) *diagnosis {
	t.Helper()
	cfg := config.Config{
		Data: t.TempDir(), Addr: "127.0.0.1:0", PublicURL: "http://localhost:8080", BackupEvery: 24 * time.Hour, BackupKeep: 7,
	}
	if change != nil {
		change(&cfg)
	}
	return &diagnosis{cfg: cfg, clock: clock.System{}}
}

// expect fails the test unless a finding is fine (want is ""), or a problem that
// contains want and says what to do.
func expect(t *testing.T, f Finding, want string) {
	t.Helper()
	if f.OK != (want == "") || !strings.Contains(f.Detail, want) {
		t.Errorf("%+v, want %q", f, want)
	}
	if !f.OK && f.Fix == "" {
		t.Errorf("%+v has no advice", f)
	}
}

func TestDiagnosis_ComparesClocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		by     time.Duration
		newest time.Duration
		want   string
	}{
		"equal":                     {0, -time.Hour, ""},
		"a little apart":            {20 * time.Second, -time.Second, ""},
		"behind":                    {5 * time.Minute, -time.Hour, "5m0s behind the bucket"},
		"ahead":                     {-time.Hour, -2 * time.Hour, "1h0m0s ahead of the bucket"},
		"records from the future":   {0, 48 * time.Hour, "48h0m0s after the time of this machine"},
		"a new install":             {0, 0, ""},
		"records a few seconds off": {0, 5 * time.Second, ""},
	} {
		d := newDiagnosis(t, nil)
		now := clock.NewManual(time.Now())
		d.clock = now
		d.compare("the bucket", now.Now().Add(c.by))
		d.compare("a server without a clock", time.Time{})
		if c.newest != 0 {
			d.newest = now.Now().Add(c.newest)
		}
		t.Run(name, func(t *testing.T) { expect(t, d.clockSkew(), c.want) })
	}
	expect(t, newDiagnosis(t, nil).clockSkew(), "")
}

func TestDiagnosis_ReportsOldDatabases(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   records.Inspection
		want string
	}{
		{records.Inspection{Engine: "SQLite", Version: "3.50.0"}, ""},
		{records.Inspection{Engine: "PostgreSQL", Version: "17.6", Major: 17}, ""},
		{records.Inspection{Engine: "PostgreSQL", Version: "12.1", Major: 12}, "PostgreSQL 12.1 gets no security fixes"},
	} {
		d := newDiagnosis(t, nil)
		d.database(c.in)
		expect(t, d.version, c.want)
	}
	now := time.Now()
	for _, c := range []struct {
		in   clickhouse.Inspection
		want string
	}{
		{clickhouse.Inspection{Version: "26.7.1.1", Year: 26, Now: now}, ""},
		{clickhouse.Inspection{Version: "26.7.1.1", Year: 26, Now: now, Tables: true}, ""},
		{clickhouse.Inspection{Version: "23.8.2.7", Year: 23, Now: now, Tables: true}, "ClickHouse 23.8.2.7 gets no security fixes"},
	} {
		d := newDiagnosis(t, nil)
		expect(t, d.clickHouseServer("click store", c.in), c.want)
		expect(t, d.clockSkew(), "")
	}
	d := newDiagnosis(t, nil)
	d.clickHouseServer("click store", clickhouse.Inspection{Version: "26.7.1.1", Year: 26, Now: now.Add(time.Hour)})
	expect(t, d.clockSkew(), "behind ClickHouse")
}

func TestDiagnosis_ReportsPortsInUse(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	expect(t, newDiagnosis(t, nil).ports(t.Context()), "")
	d := newDiagnosis(t, func(c *config.Config) { c.MetricsAddr = taken.Addr().String() })
	expect(t, d.ports(t.Context()), "LINNET_METRICS_ADDR")
	d.health = map[string]string{}
	expect(t, d.ports(t.Context()), "")
	expect(t, newDiagnosis(t, func(c *config.Config) { c.Addr = "192.0.2.1:80" }).ports(t.Context()), "LINNET_ADDR")
}

func TestDiagnosis_ReportsTrustOfStrangers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*config.Config)
		want   string
	}{
		"direct": {nil, ""},
		"a proxy": {func(c *config.Config) {
			c.TrustedProxies, c.PublicURL = []string{"127.0.0.1"}, "https://go.example.com"
		}, ""},
		"a large LAN":   {func(c *config.Config) { c.TrustedProxies = []string{"10.0.0.0/8", "fd00::/16"} }, ""},
		"everyone":      {func(c *config.Config) { c.TrustedProxies = []string{"0.0.0.0/0"} }, "0.0.0.0/0 is trusted"},
		"everyone's v6": {func(c *config.Config) { c.TrustedProxies = []string{"2000::/3"} }, "2000::/3 is trusted"},
		"no proxy":      {func(c *config.Config) { c.PublicURL = "https://go.example.com" }, "all visitors have the address of the TLS proxy"},
		"open":          {func(c *config.Config) { c.PublicURL, c.Addr = "https://go.example.com", "0.0.0.0:80" }, "without TLS"},
		"own TLS": {func(c *config.Config) {
			c.PublicURL, c.Addr, c.TLS = "https://go.example.com", "0.0.0.0:80", config.TLSACME
		}, ""},
	} {
		t.Run(name, func(t *testing.T) { expect(t, newDiagnosis(t, c.change).proxies(), c.want) })
	}
	if got := joinPrefixes([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}); got != "10.0.0.0/8" {
		t.Error(got)
	}
}

func TestDiagnosis_ReportsReadableFiles(t *testing.T) {
	t.Parallel()
	certs := t.TempDir()
	d := newDiagnosis(t, func(c *config.Config) { c.TLSCerts = certs })
	write := func(path string, mode os.FileMode) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(d.cfg.Data, "records.db"), 0o600)
	write(filepath.Join(certs, "a.crt"), 0o644) // certificates are public
	expect(t, d.fileModes(), "")
	write(filepath.Join(certs, "a.key"), 0o640)
	expect(t, d.fileModes(), "a.key (640)")
	if err := os.Chmod(filepath.Join(certs, "a.key"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"1", "2", "3", "4", "5", "6", "7"} {
		write(filepath.Join(d.cfg.Data, "media", name), 0o604)
	}
	expect(t, d.fileModes(), "and more")
}

func TestDiagnosis_ReportsCertificatesThatEnd(t *testing.T) {
	t.Parallel()
	certs := t.TempDir()
	cert, _ := testkit.Certificate(t, "go.example.com")
	testkit.WriteCertificate(t, certs, "go", cert)
	d := newDiagnosis(t, func(c *config.Config) { c.TLS, c.TLSCerts, c.TLSAddr = config.TLSFiles, certs, "127.0.0.1:1" })
	expect(t, d.certificates(t.Context()), "ends on") // it is valid for half an hour
	now := clock.NewManual(time.Now())
	d.clock = now
	now.Advance(time.Hour)
	expect(t, d.certificates(t.Context()), "ended on")
	now.Advance(-24 * time.Hour)
	expect(t, d.certificates(t.Context()), "valid only from")
	now.Advance(24*time.Hour - 30*24*time.Hour)
	d.clock = now
	if err := os.WriteFile(filepath.Join(certs, "other.crt"), []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(certs, "go.crt")); err != nil {
		t.Fatal(err)
	}
	expect(t, d.certificates(t.Context()), "other.crt")
	if err := os.Remove(filepath.Join(certs, "other.crt")); err != nil {
		t.Fatal(err)
	}
	expect(t, d.certificates(t.Context()), "has no file")
	acme := newDiagnosis(t, func(c *config.Config) {
		c.TLS, c.TLSAddr, c.PublicURL = config.TLSACME, "127.0.0.1:1", "https://go.example.com"
	})
	expect(t, acme.certificates(t.Context()), "")
	acme.health = map[string]string{} // a node runs, and nothing listens
	expect(t, acme.certificates(t.Context()), "no certificate for go.example.com")
	expect(t, newDiagnosis(t, nil).certificates(t.Context()), "")
}

func TestDiagnosis_ReportsMissingBackups(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "backups")
	d := newDiagnosis(t, func(c *config.Config) { c.BackupDir = dir })
	expect(t, d.backups(t.Context()), "")
	now := clock.NewManual(time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC))
	d.clock = now
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "linnet-20261122T040000Z.tar.gz.age"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, d.backups(t.Context()), "")
	now.Advance(24 * time.Hour)
	expect(t, d.backups(t.Context()), "54h0m0s old")
	d.cfg.BackupPassphraseFile = filepath.Join(dir, "missing")
	expect(t, d.backups(t.Context()), "passphrase")
	d.cfg.BackupPassphraseFile = ""
	d.cfg.BackupDir = filepath.Join(dir, "linnet-20261122T040000Z.tar.gz.age")
	expect(t, d.backups(t.Context()), "not a folder")
}

// TestDiagnosis_ProbesBuckets uses a bucket, then one that does not exist, then one
// whose service is away.
func TestDiagnosis_ProbesBuckets(t *testing.T) {
	t.Parallel()
	server := testkit.NewBucketServer(t)
	address := server.Bucket(t)
	check := func(address, want string) *diagnosis {
		t.Helper()
		d := newDiagnosis(t, func(c *config.Config) { c.MediaURL, c.BackupDir = address, address })
		expect(t, d.media(t.Context()), want)
		expect(t, d.backups(t.Context()), want)
		return d
	}
	if d := check(address, ""); len(d.skews) != 2 {
		t.Errorf("compared clocks: %v", d.skews)
	} else {
		expect(t, d.clockSkew(), "")
	}
	check(strings.Replace(address, "test-1", "test-2", 1), "the bucket does not exist")
	server.Stop(t)
	check(address, "refused")
}

func TestDiagnosis_ReportsASilentNameServer(t *testing.T) {
	t.Parallel()
	expect(t, newDiagnosis(t, nil).nameServer(t.Context()), "")
	d := newDiagnosis(t, func(c *config.Config) { c.DNS = "127.0.0.1:1" })
	expect(t, d.nameServer(t.Context()), "127.0.0.1:1 does not answer")
}

// Package config holds the one Config that flags and the environment fill. It
// says what an operator may set before the first start; everything else is a
// setting in the dashboard (spec: product §13).
package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Config is what a Linnet node is started with. The tags name each flag, its
// variable in the environment, its default and its line of help.
type Config struct {
	Addr           string   `name:"addr" env:"LINNET_ADDR" default:"127.0.0.1:8080" help:"Where Linnet listens, as host:port."`
	Data           string   `name:"data" env:"LINNET_DATA" default:"./data" help:"Folder of records, clicks, journal and uploads." type:"path"`
	PublicURL      string   `name:"public-url" env:"LINNET_PUBLIC_URL" help:"The address people use: the default domain of links and the app's own. Empty: http://localhost with the port of --addr."`
	DatabaseURL    string   `name:"database-url" env:"LINNET_DATABASE_URL" help:"postgres://… for the records, instead of SQLite."`
	TrustedProxies []string `name:"trusted-proxies" env:"LINNET_TRUSTED_PROXIES" help:"CIDRs whose X-Forwarded-For and X-Forwarded-Proto are believed."`
	SMTPURL        string   `name:"smtp-url" env:"LINNET_SMTP_URL" help:"smtp://user:password@host:587 for mail. Without it mail is written to the data folder."`
	GeoIP          string   `name:"geoip" env:"LINNET_GEOIP" help:"A .mmdb file with cities. Without it places are known by country." type:"path"`
	Bots           string   `name:"bots" env:"LINNET_BOTS" help:"A file with user agents of more bots and browsers." type:"path"`
	Plans          string   `name:"plans" env:"LINNET_PLANS" help:"A file of packages, or 'off' for no limits."`
	MetricsAddr    string   `name:"metrics-addr" env:"LINNET_METRICS_ADDR" help:"Where Prometheus metrics are served, as host:port. Empty: nowhere."`
	IPLookupURL    string   `name:"ip-lookup-url" env:"LINNET_IP_LOOKUP_URL" help:"Address that tells a visitor's public IP before sign-up. Empty: Linnet's own."`
	JournalSync    string   `name:"journal-sync" env:"LINNET_JOURNAL_SYNC" default:"second" enum:"second,always" help:"When clicks are forced to the disk: each second, or before each answer."`

	BackupDir   string        `name:"backup-dir" env:"LINNET_BACKUP_DIR" help:"Folder for scheduled backups. Empty: none are made." type:"path"`
	BackupEvery time.Duration `name:"backup-every" env:"LINNET_BACKUP_EVERY" default:"24h" help:"Time between two scheduled backups."`
	BackupKeep  int           `name:"backup-keep" env:"LINNET_BACKUP_KEEP" default:"7" help:"How many scheduled backups stay; older ones are deleted."`

	Signup string `name:"signup" env:"LINNET_SIGNUP" enum:",open,invite,closed" default:"" help:"Who may make an account: open, invite or closed. Empty: open on localhost, else invite."`

	SupportEmail string `name:"support-email" env:"LINNET_SUPPORT_EMAIL" default:"support@example.com" help:"Where people write for help."`
	SalesEmail   string `name:"sales-email" env:"LINNET_SALES_EMAIL" default:"sales@example.com" help:"Where people ask about plans."`
	PrivacyEmail string `name:"privacy-email" env:"LINNET_PRIVACY_EMAIL" default:"privacy@example.com" help:"Where people send privacy requests."`
	LogFormat    string `name:"log-format" env:"LINNET_LOG_FORMAT" default:"text" enum:"text,json" help:"How the log is written."`
	LogLevel     string `name:"log-level" env:"LINNET_LOG_LEVEL" default:"info" enum:"debug,info,warn,error" help:"The least severe level that is logged."`

	// MoveDefaultDomain lets a start rename a default domain that has links.
	MoveDefaultDomain bool `kong:"-"`
	// UpgradeWithoutCopy lets a start upgrade the clicks without room for a copy.
	UpgradeWithoutCopy bool `kong:"-"`
	// NewInstall lets a start create records beside clicks of lost ones.
	NewInstall bool `kong:"-"`
	// PublicURLDerived is set by Complete when PublicURL follows from Addr.
	PublicURLDerived bool `kong:"-"`
}

// Validate returns every problem of the configuration at once, each naming
// the flag and the way out, or nil.
func (c *Config) Validate() error {
	var problems []error
	report := func(flag, format string, args ...any) {
		problems = append(problems, fmt.Errorf("--%s: %s", flag, fmt.Sprintf(format, args...)))
	}
	addrs := []struct{ flag, value string }{{"addr", c.Addr}, {"metrics-addr", c.MetricsAddr}}
	for _, a := range addrs {
		if a.flag == "metrics-addr" && a.value == "" {
			continue
		}
		_, port, err := net.SplitHostPort(a.value)
		if _, tooLarge := strconv.ParseUint(port, 10, 16); err != nil || tooLarge != nil {
			report(a.flag, "%q is not host:port, such as 127.0.0.1:8080", a.value)
		}
	}
	u, err := webAddress(c.PublicURL)
	if err != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		report("public-url", "%q is not an address such as https://links.example.com, without a path", c.PublicURL)
	}
	if c.DatabaseURL != "" && !strings.HasPrefix(c.DatabaseURL, "postgres://") && !strings.HasPrefix(c.DatabaseURL, "postgresql://") {
		report("database-url", "only postgres://… is known; leave it out for SQLite")
	}
	if _, err := c.ProxyPrefixes(); err != nil {
		report("trusted-proxies", "%v", err)
	}
	if c.SMTPURL != "" && !strings.HasPrefix(c.SMTPURL, "smtp://") && !strings.HasPrefix(c.SMTPURL, "smtps://") {
		report("smtp-url", "only smtp://… and smtps://… are known")
	}
	if _, err := webAddress(c.IPLookupURL); c.IPLookupURL != "" && err != nil {
		report("ip-lookup-url", "%q is not an address such as https://ip.example.com; leave it out for Linnet's own", c.IPLookupURL)
	}
	if c.BackupDir != "" && c.BackupEvery < time.Minute {
		report("backup-every", "%s is too short; use 1m or more, such as 24h", c.BackupEvery)
	}
	if c.BackupDir != "" && c.BackupKeep < 1 {
		report("backup-keep", "keep at least 1 backup")
	}
	emails := []struct{ flag, value string }{{"support-email", c.SupportEmail}, {"sales-email", c.SalesEmail}, {"privacy-email", c.PrivacyEmail}}
	for _, e := range emails {
		if parsed, err := mail.ParseAddress(e.value); e.value != "" && (err != nil || parsed.Address != e.value) {
			report(e.flag, "%q is not an e-mail address such as help@example.com", e.value)
		}
	}
	return errors.Join(problems...)
}

// webAddress reads an address of the web.
func webAddress(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err == nil && ((u.Scheme != "http" && u.Scheme != "https") || u.Host == "") {
		err = errors.New("no address of the web")
	}
	return u, err
}

// Unknown returns the names among environ ("NAME=value") that begin as Linnet's
// settings do and are none, sorted: what was misspelt has no effect.
func Unknown(environ []string) []string {
	known := map[string]bool{}
	for field := range reflect.TypeFor[Config]().Fields() {
		known[field.Tag.Get("env")] = true
	}
	for _, name := range secretFiles {
		known[name] = true
	}
	var unknown []string
	for _, pair := range environ {
		if name, _, _ := strings.Cut(pair, "="); strings.HasPrefix(name, "LINNET_") && !known[name] {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return unknown
}

// ProxyPrefixes returns the trusted proxies. A plain address means itself.
func (c *Config) ProxyPrefixes() ([]netip.Prefix, error) {
	prefixes := make([]netip.Prefix, 0, len(c.TrustedProxies))
	for _, text := range c.TrustedProxies {
		prefix, err := netip.ParsePrefix(strings.TrimSpace(text))
		if err != nil {
			addr, addrErr := netip.ParseAddr(strings.TrimSpace(text))
			if addrErr != nil {
				return nil, fmt.Errorf("%q is not a CIDR such as 10.0.0.0/8", text)
			}
			prefix = netip.PrefixFrom(addr, addr.BitLen())
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, nil
}

// Local reports whether the public address is on this machine: localhost, a
// name below it, or a loopback address.
func (c *Config) Local() bool {
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		return false
	}
	name := strings.ToLower(u.Hostname())
	addr, err := netip.ParseAddr(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || err == nil && addr.Unmap().IsLoopback()
}

// Host returns the public address's host, with its port where it has one: the
// name of the default domain. The URL must have passed Validate.
func (c *Config) Host() string {
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}

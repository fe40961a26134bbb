// Package config defines the settings that flags and environment variables set.
// All other settings are in the dashboard.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/s3url"
	"linnet/internal/base/sealed"
	"linnet/internal/core/dropin"
	"linnet/internal/core/webhost"
)

// Config is the configuration of a node. The tags define the flag, environment
// variable, default and help text of each setting.
type Config struct {
	Addr           string   `name:"addr" env:"LINNET_ADDR" default:"127.0.0.1:8080" help:"Address to listen on, as host:port."`
	Data           string   `name:"data" env:"LINNET_DATA" default:"./data" help:"Folder of records, clicks, journal and uploads." type:"path"`
	PublicURL      string   `name:"public-url" env:"LINNET_PUBLIC_URL" help:"Public URL of the app, and the default domain of links. Empty: http://localhost with the port of --addr."`
	DatabaseURL    string   `name:"database-url" env:"LINNET_DATABASE_URL" help:"PostgreSQL URL (postgres://…) for the records, instead of SQLite."`
	Node           string   `name:"node" env:"LINNET_NODE" help:"Name of this node in messages. Empty: the name of the machine."`
	OIDCNetworks   []string `name:"oidc-networks" env:"LINNET_OIDC_NETWORKS" help:"CIDRs of private networks in which the providers of single sign-on may be. Empty: only public ones."`
	TrustedProxies []string `name:"trusted-proxies" env:"LINNET_TRUSTED_PROXIES" help:"CIDRs of proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted."`
	MediaURL       string   `name:"media-url" env:"LINNET_MEDIA_URL" help:"Bucket of uploaded images, such as s3://bucket/prefix?endpoint=https://host&region=name. Empty: the data folder."`
	SecretKey      string   `name:"secret-key" env:"LINNET_SECRET_KEY" help:"Key that encrypts private keys in the records: 32 random bytes in base64, the same on all nodes. Empty: created in the data folder."`
	SMTPURL        string   `name:"smtp-url" env:"LINNET_SMTP_URL" help:"Mail server, such as smtp://user:password@host:587. Empty: mail is written to the data folder."`
	ClickHouseURL  string   `name:"clickhouse-url" env:"LINNET_CLICKHOUSE_URL" help:"ClickHouse URL (clickhouse://…) for the clicks of several nodes, instead of a file. Needs --database-url."`
	GeoIP          string   `name:"geoip" env:"LINNET_GEOIP" help:"A .mmdb file with cities. Empty: only countries are known." type:"path"`
	Bots           string   `name:"bots" env:"LINNET_BOTS" help:"A file with user agents of more bots and browsers." type:"path"`
	BotNetworks    string   `name:"bot-networks" env:"LINNET_BOT_NETWORKS" help:"A file with networks of bots, such as those of data centers. Empty: only crawlers are recognized by their address." type:"path"`
	Plans          string   `name:"plans" env:"LINNET_PLANS" help:"A file of packages, or 'off' for no limits."`
	MetricsAddr    string   `name:"metrics-addr" env:"LINNET_METRICS_ADDR" help:"Address of Prometheus metrics, as host:port. Empty: metrics are off."`
	DNS            string   `name:"dns" env:"LINNET_DNS" help:"DNS server for checks of custom domains, as host:port. Empty: those of the system."`
	IPLookupURL    string   `name:"ip-lookup-url" env:"LINNET_IP_LOOKUP_URL" help:"URL that returns the client's public IP address before sign-up. Empty: the built-in one."`
	JournalSpill   string   `name:"journal-spill" env:"LINNET_JOURNAL_SPILL" help:"Folder on another disk for clicks in memory that the disk of the data folder refuses at a stop, or off. Empty: a folder of its own in the temporary folder."`
	JournalSync    string   `name:"journal-sync" env:"LINNET_JOURNAL_SYNC" default:"second" enum:"second,always" help:"When clicks are synced to disk: each second, or before each response."`

	TLS             string `name:"tls" env:"LINNET_TLS" enum:",off,acme,files" default:"off" help:"Certificates of the TLS listener: off (no listener), acme (ordered automatically) or files (from --tls-certs)."`
	TLSAddr         string `name:"tls-addr" env:"LINNET_TLS_ADDR" default:":443" help:"Address of the TLS listener, as host:port."`
	TLSCerts        string `name:"tls-certs" env:"LINNET_TLS_CERTS" help:"Folder of your own certificates: pairs of <name>.crt and <name>.key in PEM." type:"path"`
	ACMEDirectory   string `name:"acme-directory" env:"LINNET_ACME_DIRECTORY" default:"https://acme-v02.api.letsencrypt.org/directory" help:"Directory URL of the certificate authority."`
	ACMEEmail       string `name:"acme-email" env:"LINNET_ACME_EMAIL" help:"Contact address that the certificate authority gets."`
	ACMEDailyOrders int    `name:"acme-daily-orders" env:"LINNET_ACME_DAILY_ORDERS" default:"50" help:"New certificates that a workspace may order in 24 hours. Renewals do not count. 0: any number."`
	ACMECA          string `name:"acme-ca" env:"LINNET_ACME_CA" help:"A PEM file of roots that verify the certificate of --acme-directory. Empty: the system's." type:"path"`

	BackupDir   string        `name:"backup-dir" env:"LINNET_BACKUP_DIR" help:"Folder or s3:// address for scheduled backups. Empty: no scheduled backups."`
	BackupEvery time.Duration `name:"backup-every" env:"LINNET_BACKUP_EVERY" default:"24h" help:"Time between two scheduled backups."`
	BackupKeep  int           `name:"backup-keep" env:"LINNET_BACKUP_KEEP" default:"7" help:"Number of scheduled backups to keep; older ones are deleted."`

	BackupDatabases      bool     `name:"backup-databases" env:"LINNET_BACKUP_DATABASES" help:"Copy the records in PostgreSQL and the clicks in ClickHouse into backups."`
	BackupRecipients     []string `name:"backup-recipients" env:"LINNET_BACKUP_RECIPIENTS" help:"Public keys of age (age1…) that backups are encrypted for. Empty: not encrypted."`
	BackupPassphraseFile string   `name:"backup-passphrase-file" env:"LINNET_BACKUP_PASSPHRASE_FILE" help:"File with a passphrase that backups are encrypted with, instead of public keys." type:"path"`

	ImportNetworks  []string `name:"import-networks" env:"LINNET_IMPORT_NETWORKS" help:"CIDRs of private networks in which the shorteners may be whose links are imported. Empty: only public ones."`
	WebhookNetworks []string `name:"webhook-networks" env:"LINNET_WEBHOOK_NETWORKS" help:"CIDRs of private networks to which webhooks may be sent, also over http. Empty: only public ones, over https."`

	Compat string `name:"compat" env:"LINNET_COMPAT" default:"all" help:"APIs of other shorteners that are answered, separated by commas: kutt, yourls, shlink, bitly, dub. Or all, or off."`

	Signup string `name:"signup" env:"LINNET_SIGNUP" enum:",open,invite,closed" default:"" help:"Sign-up mode: open, invite or closed. Empty: open on localhost, else invite."`

	StripeKey           string `name:"stripe-key" env:"LINNET_STRIPE_KEY" help:"Secret API key of Stripe, for online payment of plans. Empty: plans are requested from the operator."`
	StripeWebhookSecret string `name:"stripe-webhook-secret" env:"LINNET_STRIPE_WEBHOOK_SECRET" help:"Signing secret of the Stripe webhook endpoint, which is /webhooks/stripe below --public-url."`
	StripeTax           bool   `name:"stripe-tax" env:"LINNET_STRIPE_TAX" help:"Let Stripe Tax compute taxes."`
	StripeURL           string `name:"stripe-url" env:"LINNET_STRIPE_URL" hidden:"" help:"Base URL of the Stripe API. For tests only."`

	SupportEmail string `name:"support-email" env:"LINNET_SUPPORT_EMAIL" default:"support@example.com" help:"Contact address for support."`
	SalesEmail   string `name:"sales-email" env:"LINNET_SALES_EMAIL" default:"sales@example.com" help:"Contact address for questions about plans."`
	PrivacyEmail string `name:"privacy-email" env:"LINNET_PRIVACY_EMAIL" default:"privacy@example.com" help:"Contact address for privacy requests."`

	SecurityContact string `name:"security-contact" env:"LINNET_SECURITY_CONTACT" help:"URI for reports about the security of the install, such as mailto:security@example.org or an https URL, in /.well-known/security.txt. Empty: no such file."`

	LogFormat string `name:"log-format" env:"LINNET_LOG_FORMAT" default:"text" enum:"text,json" help:"Log format."`
	LogLevel  string `name:"log-level" env:"LINNET_LOG_LEVEL" default:"info" enum:"debug,info,warn,error" help:"Minimum log level."`

	// MoveDefaultDomain lets a start rename a default domain that has links.
	MoveDefaultDomain bool `kong:"-"`
	// UpgradeWithoutCopy lets a start upgrade the clicks without room for a copy.
	UpgradeWithoutCopy bool `kong:"-"`
	// NewInstall lets a start create records beside clicks of lost ones.
	NewInstall bool `kong:"-"`
	// NewSecretKey lets a start replace a lost secret key.
	NewSecretKey bool `kong:"-"`
	// PublicURLDerived is set by Complete when PublicURL follows from Addr.
	PublicURLDerived bool `kong:"-"`
}

// Validate returns nil, or an error that lists every problem with its flag and
// how to correct it.
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
	c.validateDatabases(report)
	if _, err := dropin.Parse(c.Compat); err != nil {
		report("compat", "%v", err)
	}
	c.validateNetworks(report)
	if _, err := s3url.Parse(c.MediaURL, noVariables); c.MediaURL != "" && err != nil {
		report("media-url", "%v", err)
	}
	if c.SMTPURL != "" && !strings.HasPrefix(c.SMTPURL, "smtp://") && !strings.HasPrefix(c.SMTPURL, "smtps://") {
		report("smtp-url", "the URL must start with smtp:// or smtps://")
	}
	if _, err := webAddress(c.IPLookupURL); c.IPLookupURL != "" && err != nil {
		report("ip-lookup-url", "%q is not an address such as https://ip.example.com; leave it out for Linnet's own", c.IPLookupURL)
	}
	if c.SecurityContact != "" && !isContact(c.SecurityContact) {
		report("security-contact", "%q is not an address such as mailto:security@example.org or https://example.org/security", c.SecurityContact)
	}
	c.validateBackups(report)
	if _, err := sealed.Parse(c.SecretKey); c.SecretKey != "" && err != nil {
		report("secret-key", "%v", err)
	}
	if (c.StripeKey == "") != (c.StripeWebhookSecret == "") {
		report("stripe-key", "set it together with --stripe-webhook-secret, which verifies the events of Stripe")
	}
	if _, err := webAddress(c.StripeURL); c.StripeURL != "" && err != nil {
		report("stripe-url", "%q is not an address such as http://localhost:12111", c.StripeURL)
	}
	c.validateTLS(report)
	emails := []struct{ flag, value string }{
		{"acme-email", c.ACMEEmail},
		{"support-email", c.SupportEmail},
		{"sales-email", c.SalesEmail},
		{"privacy-email", c.PrivacyEmail},
	}
	for _, e := range emails {
		if parsed, err := mail.ParseAddress(e.value); e.value != "" && (err != nil || parsed.Address != e.value) {
			report(e.flag, "%q is not an email address such as help@example.com", e.value)
		}
	}
	return errors.Join(problems...)
}

// DropIns returns the drop-in APIs that are switched on; a valid configuration names known ones.
func (c *Config) DropIns() []dropin.API {
	enabled, _ := dropin.Parse(c.Compat)
	return enabled
}

// validateBackups reports problems of the settings of backups.
func (c *Config) validateBackups(report func(flag, format string, args ...any)) {
	if c.BackupDir != "" && c.BackupEvery < time.Minute {
		report("backup-every", "%s is too short; use 1m or more, such as 24h", c.BackupEvery)
	}
	if c.BackupDir != "" && c.BackupKeep < 1 {
		report("backup-keep", "keep at least 1 backup")
	}
	if _, err := s3url.Parse(c.BackupDir, noVariables); s3url.Is(c.BackupDir) && err != nil {
		report("backup-dir", "%v", err)
	}
	if len(c.BackupRecipients) > 0 && c.BackupPassphraseFile != "" {
		report("backup-recipients", "set either this or --backup-passphrase-file, not both")
	}
	for _, r := range c.BackupRecipients {
		if !strings.HasPrefix(r, "age1") { // the text may be a private key, which must not be repeated
			report("backup-recipients", "a public key of age begins with age1")
		}
	}
}

// noVariables is an empty environment: the form of an address does not depend on it.
func noVariables(string) string { return "" }

// hasScheme reports whether a URL has one of the schemes.
func hasScheme(text string, schemes ...string) bool {
	scheme, _, found := strings.Cut(text, "://")
	return found && slices.Contains(schemes, scheme)
}

// webAddress parses an http or https URL.
func webAddress(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err == nil && ((u.Scheme != "http" && u.Scheme != "https") || u.Host == "") {
		err = errors.New("no address of the web")
	}
	return u, err
}

// clientVariables are the variables of the commands that call a server.
//
//nolint:gochecknoglobals // a constant list
var clientVariables = []string{"LINNET_URL", "LINNET_API_KEY", "LINNET_PROFILE"}

// Unknown returns the variables in environ ("NAME=value") that start with LINNET_
// and are neither settings nor for the commands that call a server, sorted. They are usually misspelt.
func Unknown(environ []string) []string {
	known := map[string]bool{}
	for field := range reflect.TypeFor[Config]().Fields() {
		known[field.Tag.Get("env")] = true
	}
	for _, name := range slices.Concat(secretFiles, clientVariables) {
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

// validateDatabases reports URLs that are not of a database.
func (c *Config) validateDatabases(report func(flag, format string, args ...any)) {
	if c.DatabaseURL != "" && !hasScheme(c.DatabaseURL, "postgres", "postgresql") {
		report("database-url", "the URL must start with postgres://; leave it out for SQLite")
	}
	switch {
	case c.ClickHouseURL == "":
	case !hasScheme(c.ClickHouseURL, "clickhouse", "http", "https"):
		report("clickhouse-url", "the URL must be like clickhouse://user:password@host:9000/database; leave it out for a file")
	case c.DatabaseURL == "":
		report("clickhouse-url", "set it together with --database-url: nodes that share clicks also share their links, in PostgreSQL")
	}
}

// validateNetworks reports settings that are not lists of networks.
func (c *Config) validateNetworks(report func(flag, format string, args ...any)) {
	if _, err := c.ProxyPrefixes(); err != nil {
		report("trusted-proxies", "%v", err)
	}
	if _, err := c.OIDCPrefixes(); err != nil {
		report("oidc-networks", "%v", err)
	}
	if _, err := c.WebhookPrefixes(); err != nil {
		report("webhook-networks", "%v", err)
	}
	if _, err := c.ImportPrefixes(); err != nil {
		report("import-networks", "%v", err)
	}
}

// ProxyPrefixes returns the trusted proxies. A plain address is a prefix of one
// address.
func (c *Config) ProxyPrefixes() ([]netip.Prefix, error) { return prefixesOf(c.TrustedProxies) }

// OIDCPrefixes returns the private networks that requests to providers of single
// sign-on may go to. A plain address is a prefix of one address.
func (c *Config) OIDCPrefixes() ([]netip.Prefix, error) { return prefixesOf(c.OIDCNetworks) }

// WebhookPrefixes returns the private networks that webhooks may be sent to. A plain
// address is a prefix of one address.
func (c *Config) WebhookPrefixes() ([]netip.Prefix, error) { return prefixesOf(c.WebhookNetworks) }

// ImportPrefixes returns the private networks in which the shorteners may be whose links are
// imported. A plain address is a network of one.
func (c *Config) ImportPrefixes() ([]netip.Prefix, error) { return prefixesOf(c.ImportNetworks) }

func prefixesOf(texts []string) ([]netip.Prefix, error) {
	prefixes := make([]netip.Prefix, 0, len(texts))
	for _, text := range texts {
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

// Local reports whether the public URL is on this machine, as webhost.IsLoopback
// defines it.
func (c *Config) Local() bool {
	u, err := url.Parse(c.PublicURL)
	return err == nil && webhost.IsLoopback(u.Host)
}

// InData returns the path of a name in the data folder.
func (c *Config) InData(name string) string { return filepath.Join(c.Data, name) }

// Host returns the host of the public URL with its port, if any. It is the host
// of the default domain. The URL must be valid.
func (c *Config) Host() string {
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Host)
}

// isContact reports whether a text is a URI that people can be reached by (RFC 9116,
// 2.5.3).
func isContact(text string) bool {
	u, err := url.Parse(text)
	if err != nil || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return false
	}
	switch u.Scheme {
	case "https":
		return u.Host != ""
	case "mailto", "tel":
		return u.Opaque != ""
	}
	return false
}

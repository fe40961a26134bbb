package config_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/config"
)

func valid() config.Config {
	return config.Config{Addr: "127.0.0.1:0", Data: "data", PublicURL: "https://Links.Example.com"}
}

func TestValidate_ReportsEveryProblem(t *testing.T) {
	t.Parallel()
	c := config.Config{
		Addr: "8080", PublicURL: "links.example.com", DatabaseURL: "mysql://x", ClickHouseURL: "host:9000",
		TrustedProxies: []string{"everyone"}, OIDCNetworks: []string{"intranet"}, ImportNetworks: []string{"intranet"}, WebhookNetworks: []string{"intranet"}, SMTPURL: "mail.example.com", SecurityContact: "security@example.org", MetricsAddr: "127.0.0.1:65536",
		IPLookupURL: "ftp://ip.example.com", BackupDir: "s3://B", BackupRecipients: []string{"AGE-SECRET-KEY-1HUSH"}, MediaURL: "https://key:secret@s3.example.com/media", SupportEmail: "support", SalesEmail: "a@b, c@d", PrivacyEmail: "Ada <ada@example.com>",
	}
	err := c.Validate()
	if err == nil {
		t.Fatal("nothing is wrong?")
	}
	for _, flag := range []string{"--addr", "--metrics-addr", "--public-url", "--database-url", "--clickhouse-url", "--trusted-proxies", "--oidc-networks", "--import-networks", "--webhook-networks", "--smtp-url", "--security-contact", "--media-url", "--backup-dir", "--backup-every", "--backup-keep", "--backup-recipients", "--ip-lookup-url",
		"--support-email", "--sales-email", "--privacy-email"} {
		if !strings.Contains(err.Error(), flag+":") {
			t.Errorf("%s is not named in:\n%v", flag, err)
		}
	}
	if strings.Contains(err.Error(), "HUSH") {
		t.Errorf("the error repeats a private key:\n%v", err)
	}
}

func TestValidate_PublicURLIsAnOrigin(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "//links.example.com", "ftp://h", "https://h/go", "https://h?x=1", "https://h#x", "https://ada@h"} {
		c := valid()
		c.PublicURL = address
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "--public-url") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestUnknown_ReturnsMisspeltSettings(t *testing.T) {
	t.Parallel()
	got := config.Unknown([]string{"PATH=/bin", "LINNET_DATA=x", "LINNET_PORT=80", "LINNET_CLICK_HOUSE_URL=clickhouse://h", "LINNET_LOG_FORMAT="})
	if diff := cmp.Diff([]string{"LINNET_CLICK_HOUSE_URL", "LINNET_PORT"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestValidate_ClickHouseNeedsPostgreSQL(t *testing.T) {
	t.Parallel()
	c := valid()
	c.ClickHouseURL = "clickhouse://u:hunter2@h:9000/linnet"
	err := c.Validate()
	if err == nil || !strings.Contains(err.Error(), "--clickhouse-url: set it together with --database-url") || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}

func TestValidate_AcceptsValidSettings(t *testing.T) {
	t.Parallel()
	cases := map[string]func(*config.Config){
		"the least":  func(*config.Config) {},
		"a slash":    func(c *config.Config) { c.PublicURL += "/" },
		"PostgreSQL": func(c *config.Config) { c.DatabaseURL = "postgres://u@h/db" },
		"ClickHouse": func(c *config.Config) {
			c.DatabaseURL, c.ClickHouseURL = "postgres://u@h/db", "clickhouse://u:p@a:9000,b:9000/linnet?secure=true"
		},
		"one address":   func(c *config.Config) { c.TrustedProxies = []string{"10.0.0.1", "::1"} },
		"mail over TLS": func(c *config.Config) { c.SMTPURL = "smtps://u:p@h" },
		"every address": func(c *config.Config) {
			c.IPLookupURL, c.SupportEmail, c.SecurityContact = "https://ip.example.com/me?f=json", "help@example.com", "mailto:security@example.org"
		},
		"images in a bucket": func(c *config.Config) { c.MediaURL = "s3://media/linnet?endpoint=http://10.0.0.1:9000&region=eu" },
		"metrics as well":    func(c *config.Config) { c.MetricsAddr = "127.0.0.1:9090" },
	}
	for name, change := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := valid()
			change(&c)
			if err := c.Validate(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestConfig_ProxyPrefixesAndHost(t *testing.T) {
	t.Parallel()
	c := valid()
	c.TrustedProxies = []string{"10.1.2.3/8", " 192.0.2.1 "}
	got, err := c.ProxyPrefixes()
	if err != nil {
		t.Fatal(err)
	}
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.1/32")}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
	c.OIDCNetworks = []string{"10.1.2.3/8", " 192.0.2.1 "}
	if providers, err := c.OIDCPrefixes(); err != nil || !slices.Equal(providers, got) {
		t.Errorf("the networks of providers are %v, %v", providers, err)
	}
	c.WebhookNetworks = c.OIDCNetworks
	if receivers, err := c.WebhookPrefixes(); err != nil || !slices.Equal(receivers, got) {
		t.Errorf("the networks of webhooks are %v, %v", receivers, err)
	}
	if c.Host() != "links.example.com" {
		t.Errorf("host %q", c.Host())
	}
}

func TestConfig_Local(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"http://localhost:8080": true, "http://LINNET.localhost": true, "http://127.0.0.1:81": true, "http://[::1]:8080": true,
		"https://links.example.com": false, "https://localhost.example.com": false, "http://10.0.0.1": false,
	} {
		if got := (&config.Config{PublicURL: address}).Local(); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
}

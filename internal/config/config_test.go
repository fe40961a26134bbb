package config_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/config"
)

func valid() config.Config {
	return config.Config{Addr: "127.0.0.1:0", PublicURL: "https://Links.Example.com"}
}

func TestValidateReportsEveryProblemAtOnce(t *testing.T) {
	t.Parallel()
	c := config.Config{
		Addr: "8080", PublicURL: "links.example.com", DatabaseURL: "mysql://x",
		TrustedProxies: []string{"everyone"}, SMTPURL: "mail.example.com", MetricsAddr: "x",
	}
	err := c.Validate()
	if err == nil {
		t.Fatal("nothing is wrong?")
	}
	for _, flag := range []string{"--addr", "--metrics-addr", "--public-url", "--database-url", "--trusted-proxies", "--smtp-url"} {
		if !strings.Contains(err.Error(), flag+":") {
			t.Errorf("%s is not named in:\n%v", flag, err)
		}
	}
}

func TestValidateAcceptsWhatWorks(t *testing.T) {
	t.Parallel()
	cases := map[string]func(*config.Config){
		"the least":       func(*config.Config) {},
		"a slash":         func(c *config.Config) { c.PublicURL += "/" },
		"PostgreSQL":      func(c *config.Config) { c.DatabaseURL = "postgres://u@h/db" },
		"one address":     func(c *config.Config) { c.TrustedProxies = []string{"10.0.0.1", "::1"} },
		"mail over TLS":   func(c *config.Config) { c.SMTPURL = "smtps://u:p@h" },
		"metrics as well": func(c *config.Config) { c.MetricsAddr = "127.0.0.1:9090" },
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

func TestProxyPrefixesAndHost(t *testing.T) {
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
	if c.Host() != "links.example.com" {
		t.Errorf("host %q", c.Host())
	}
}

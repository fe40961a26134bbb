package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/config"
)

func noEnvironment(string) string { return "" }

func TestConfig_CompleteDerivesThePublicURL(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]string{
		"127.0.0.1:18701": "http://localhost:18701", "0.0.0.0:9000": "http://localhost:9000", ":9000": "http://localhost:9000",
		"[::1]:9000": "http://localhost:9000", "[::]:80": "http://localhost", "192.0.2.7:9000": "http://192.0.2.7:9000",
		"[2001:db8::7]:9000": "http://[2001:db8::7]:9000", "127.0.0.1:0": "http://localhost:8080",
	} {
		c := config.Config{Addr: addr, Data: "data"}
		if err := c.Complete(noEnvironment); err != nil || c.PublicURL != want || !c.PublicURLDerived {
			t.Errorf("%s: %q, %v", addr, c.PublicURL, err)
		}
	}
	c := config.Config{Addr: "127.0.0.1:9000", Data: "data", PublicURL: "https://go.example.com"}
	if err := c.Complete(noEnvironment); err != nil || c.PublicURL != "https://go.example.com" || c.PublicURLDerived {
		t.Errorf("%q, %v", c.PublicURL, err)
	}
}

func TestConfig_CompleteReadsSecretsFromFiles(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "database-url")
	if err := os.WriteFile(secret, []byte("postgres://u:hunter2@db/linnet\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	environment := func(values map[string]string) func(string) string {
		return func(name string) string { return values[name] }
	}
	c := valid()
	if err := c.Complete(environment(map[string]string{"LINNET_DATABASE_URL_FILE": secret})); err != nil || c.DatabaseURL != "postgres://u:hunter2@db/linnet" {
		t.Errorf("%q, %v", c.DatabaseURL, err)
	}
	for name, change := range map[string]struct {
		values map[string]string
		given  string
	}{
		"LINNET_DATABASE_URL_FILE": {map[string]string{"LINNET_DATABASE_URL_FILE": secret}, "postgres://u@h/db"},
		"LINNET_SMTP_URL_FILE":     {map[string]string{"LINNET_SMTP_URL_FILE": secret + "-missing"}, ""},
		"--smtp-url":               {map[string]string{"LINNET_SMTP_URL_FILE": secret}, ""},
	} {
		c := valid()
		c.DatabaseURL = change.given
		err := c.Complete(environment(change.values))
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := config.Unknown([]string{"LINNET_SMTP_URL_FILE=x", "LINNET_DATABASE_URL_FILE=x"}); len(got) > 0 {
		t.Errorf("unknown: %v", got)
	}
}

func TestConfig_OpenWithoutTLS(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		cfg  config.Config
		want bool
	}{
		"https, all interfaces":         {config.Config{PublicURL: "https://h", Addr: "0.0.0.0:8080"}, true},
		"https, no host":                {config.Config{PublicURL: "https://h", Addr: ":8080"}, true},
		"https, trusted proxy":          {config.Config{PublicURL: "https://h", Addr: ":8080", TrustedProxies: []string{"10.0.0.1"}}, false},
		"https, loopback":               {config.Config{PublicURL: "https://h", Addr: "127.0.0.1:8080"}, false},
		"https, localhost":              {config.Config{PublicURL: "https://h", Addr: "localhost:8080"}, false},
		"plain http":                    {config.Config{PublicURL: "http://h", Addr: "0.0.0.0:8080"}, false},
		"https, IPv6 loopback":          {config.Config{PublicURL: "https://h", Addr: "[::1]:8080"}, false},
		"https, one network's address":  {config.Config{PublicURL: "https://h", Addr: "192.0.2.1:8080"}, true},
		"https, a name of this machine": {config.Config{PublicURL: "https://h", Addr: "host.internal:8080"}, true},
	} {
		if got := c.cfg.OpenWithoutTLS(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestConfig_PlaceholderEmails(t *testing.T) {
	t.Parallel()
	c := config.Config{SupportEmail: "support@example.com", SalesEmail: "sales@linnet.test", PrivacyEmail: "privacy@example.com"}
	if diff := cmp.Diff([]string{"LINNET_SUPPORT_EMAIL", "LINNET_PRIVACY_EMAIL"}, c.PlaceholderEmails()); diff != "" {
		t.Error(diff)
	}
}

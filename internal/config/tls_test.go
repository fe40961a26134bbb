package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/config"
)

func TestValidate_TLSSettings(t *testing.T) {
	t.Parallel()
	const directory = "https://ca.example.com/directory"
	for name, c := range map[string]struct {
		change func(*config.Config)
		want   string // flag of the problem; empty: valid
	}{
		"off ignores the rest": {func(c *config.Config) { c.TLS, c.TLSAddr, c.ACMEDirectory = "off", "x", "x" }, ""},
		"acme":                 {func(c *config.Config) { c.TLS, c.TLSAddr, c.ACMEDirectory = "acme", ":443", directory }, ""},
		"acme with own files": {func(c *config.Config) {
			c.TLS, c.TLSAddr, c.ACMEDirectory, c.TLSCerts = "acme", ":443", directory, "certs"
		}, ""},
		"files":                     {func(c *config.Config) { c.TLS, c.TLSAddr, c.TLSCerts = "files", ":443", "certs" }, ""},
		"files without a folder":    {func(c *config.Config) { c.TLS, c.TLSAddr = "files", ":443" }, "--tls-certs:"},
		"unknown mode":              {func(c *config.Config) { c.TLS, c.TLSAddr = "on", ":443" }, "--tls:"},
		"address without port":      {func(c *config.Config) { c.TLS, c.TLSAddr, c.TLSCerts = "files", "localhost", "certs" }, "--tls-addr:"},
		"address of the plain port": {func(c *config.Config) { c.Addr, c.TLS, c.TLSAddr, c.TLSCerts = ":443", "files", ":443", "certs" }, "--tls-addr:"},
		"directory without TLS":     {func(c *config.Config) { c.TLS, c.TLSAddr, c.ACMEDirectory = "acme", ":443", "http://ca.example.com" }, "--acme-directory:"},
		"negative orders": {func(c *config.Config) {
			c.TLS, c.TLSAddr, c.ACMEDirectory, c.ACMEDailyOrders = "acme", ":443", directory, -1
		}, "--acme-daily-orders:"},
		"contact": {func(c *config.Config) { c.ACMEEmail = "Ada <ada@example.com>" }, "--acme-email:"},
	} {
		cfg := valid()
		c.change(&cfg)
		err := cfg.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want a problem of %q", name, err, c.want)
		}
	}
}

func TestConfig_ACMERootsNamesTheSettingOfABadFile(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(empty, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{empty, empty + ".missing"} {
		c := config.Config{ACMECA: path}
		if _, err := c.ACMERoots(); err == nil || !strings.Contains(err.Error(), "LINNET_ACME_CA") {
			t.Errorf("%s: %v", path, err)
		}
	}
	c := config.Config{}
	if pool, err := c.ACMERoots(); pool != nil || err != nil {
		t.Errorf("without a file: %v, %v", pool, err)
	}
}

func TestConfig_OpenWithoutTLSIsFalseWithATLSListener(t *testing.T) {
	t.Parallel()
	c := config.Config{PublicURL: "https://h", Addr: "0.0.0.0:80", TLS: config.TLSACME}
	if c.OpenWithoutTLS() {
		t.Error("an address beside a TLS listener counts as open")
	}
}

package config

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"linnet/internal/base/s3url"
)

// Variables that name a file with a secret setting, as container platforms mount
// them.
const (
	databaseURLFile   = "LINNET_DATABASE_URL_FILE"
	clickHouseURLFile = "LINNET_CLICKHOUSE_URL_FILE"
	smtpURLFile       = "LINNET_SMTP_URL_FILE"
	secretKeyFile     = "LINNET_SECRET_KEY_FILE"

	stripeKeyFile           = "LINNET_STRIPE_KEY_FILE"
	stripeWebhookSecretFile = "LINNET_STRIPE_WEBHOOK_SECRET_FILE"
)

//nolint:gochecknoglobals // a constant list
var secretFiles = []string{databaseURLFile, clickHouseURLFile, smtpURLFile, secretKeyFile, stripeKeyFile, stripeWebhookSecretFile}

const maxSecretBytes = 16 << 10

// Complete sets the settings that depend on others: secrets from the files that
// getenv names, and the public URL from Addr. It then validates the result.
// Errors name the setting and never contain a secret.
func (c *Config) Complete(getenv func(string) string) error {
	secrets := []struct {
		variable string
		value    *string
	}{
		{databaseURLFile, &c.DatabaseURL}, {clickHouseURLFile, &c.ClickHouseURL}, {smtpURLFile, &c.SMTPURL}, {secretKeyFile, &c.SecretKey},
		{stripeKeyFile, &c.StripeKey}, {stripeWebhookSecretFile, &c.StripeWebhookSecret},
	}
	for _, s := range secrets {
		path := getenv(s.variable)
		if path == "" {
			continue
		}
		if *s.value != "" {
			return fmt.Errorf("%s: set either this or %s, not both", s.variable, strings.TrimSuffix(s.variable, "_FILE"))
		}
		secret, err := readSecret(path)
		if err != nil {
			return fmt.Errorf("%s: %w", s.variable, err)
		}
		*s.value = secret
	}
	if c.Data == "" {
		return errors.New("--data: name the folder that holds the records and clicks, such as /var/lib/linnet")
	}
	if c.BackupDir != "" && !s3url.Is(c.BackupDir) {
		c.BackupDir = kong.ExpandPath(c.BackupDir)
	}
	if c.PublicURL == "" {
		c.PublicURL, c.PublicURLDerived = derivedURL(c.Addr), true
	}
	return c.Validate()
}

// readSecret returns the trimmed content of a file.
func readSecret(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // only read
	content, err := io.ReadAll(io.LimitReader(file, maxSecretBytes+1))
	if err != nil {
		return "", err
	}
	secret := strings.TrimSpace(string(content))
	if secret == "" || len(content) > maxSecretBytes {
		return "", fmt.Errorf("%s must hold 1 to %d bytes", path, maxSecretBytes)
	}
	return secret, nil
}

// derivedURL returns the URL of addr for a browser on this machine: localhost
// unless addr has another network address.
func derivedURL(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil || port == "0" {
		return "http://localhost:8080"
	}
	if ip, err := netip.ParseAddr(host); host == "" || (err == nil && (ip.IsLoopback() || ip.IsUnspecified())) {
		host = "localhost"
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port == "80" {
		return "http://" + host
	}
	return "http://" + host + ":" + port
}

// OpenWithoutTLS reports whether the public URL is https while other machines can
// reach the listening address only without TLS: there is no TLS listener, no proxy
// is trusted and the address is not a loopback address.
func (c *Config) OpenWithoutTLS() bool {
	if !strings.HasPrefix(c.PublicURL, "https://") || len(c.TrustedProxies) > 0 || c.UsesTLS() {
		return false
	}
	host, _, err := net.SplitHostPort(c.Addr)
	ip, notIP := netip.ParseAddr(host)
	return err == nil && host != "localhost" && (notIP != nil || !ip.IsLoopback())
}

// PlaceholderEmails returns the settings of contact addresses that still have the
// example value.
func (c *Config) PlaceholderEmails() []string {
	var names []string
	addresses := []struct{ variable, value string }{
		{"LINNET_SUPPORT_EMAIL", c.SupportEmail}, {"LINNET_SALES_EMAIL", c.SalesEmail}, {"LINNET_PRIVACY_EMAIL", c.PrivacyEmail},
	}
	for _, a := range addresses {
		if strings.HasSuffix(strings.ToLower(a.value), "@example.com") {
			names = append(names, a.variable)
		}
	}
	return names
}

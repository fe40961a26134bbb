package config

import (
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"strconv"
)

// Values of Config.TLS; empty means TLSOff.
const (
	TLSOff   = "off"
	TLSACME  = "acme"
	TLSFiles = "files"
)

// UsesTLS reports whether there is a TLS listener.
func (c *Config) UsesTLS() bool { return c.TLS == TLSACME || c.TLS == TLSFiles }

// validateTLS reports problems of the settings of TLS and ACME.
func (c *Config) validateTLS(report func(flag, format string, args ...any)) {
	switch c.TLS {
	case "", TLSOff:
		return
	case TLSFiles:
		if c.TLSCerts == "" {
			report("tls-certs", "--tls=files needs a folder of <name>.crt and <name>.key files; set it, or use --tls=acme")
		}
	case TLSACME:
		u, err := webAddress(c.ACMEDirectory)
		if err != nil || u.Scheme != "https" {
			report("acme-directory", "%q is not an https URL such as https://acme-v02.api.letsencrypt.org/directory", c.ACMEDirectory)
		}
		if c.ACMEDailyOrders < 0 {
			report("acme-daily-orders", "%d is negative; use the number of orders, or 0 for any number", c.ACMEDailyOrders)
		}
	default:
		report("tls", "%q is unknown; use off, acme or files", c.TLS)
	}
	_, port, err := net.SplitHostPort(c.TLSAddr)
	if _, tooLarge := strconv.ParseUint(port, 10, 16); err != nil || tooLarge != nil {
		report("tls-addr", "%q is not host:port, such as :443", c.TLSAddr)
	} else if c.TLSAddr == c.Addr && port != "0" {
		report("tls-addr", "%s is the address of --addr, which serves plain HTTP; use two ports, such as :80 and :443", c.TLSAddr)
	}
}

// ACMERoots returns the certificates of the file ACMECA, nil without one.
func (c *Config) ACMERoots() (*x509.CertPool, error) {
	if c.ACMECA == "" {
		return nil, nil //nolint:nilnil // no pool is a valid result
	}
	content, err := os.ReadFile(c.ACMECA)
	if err != nil {
		return nil, fmt.Errorf("LINNET_ACME_CA: %w; name a readable PEM file, or leave it out for the system's roots", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(content) {
		return nil, fmt.Errorf("LINNET_ACME_CA: %s holds no certificate in PEM; leave it out for the system's roots", c.ACMECA)
	}
	return pool, nil
}

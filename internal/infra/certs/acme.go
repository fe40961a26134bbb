package certs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/mholt/acmez/v3"
	"go.uber.org/zap"
)

const (
	cachedCertificates = 20_000           // in memory, of about 10 kB each
	renewCheckEvery    = 10 * time.Minute // of cached certificates: ARI windows and revocation
	ocspCheckEvery     = time.Hour
	orderTimeout       = 5 * time.Minute
	challengePrefix    = "/.well-known/acme-challenge/"
)

// acmeClient orders certificates from a CA and caches them. Its certmagic cache
// maintains the certificates in memory: OCSP responses, ACME renewal information
// and certificates that another node has renewed.
type acmeClient struct {
	cache  *certmagic.Cache
	config *certmagic.Config
	issuer *certmagic.ACMEIssuer
}

type acmeOptions struct {
	directory string
	email     string
	roots     *x509.CertPool // verify the directory's certificate; nil: the system's
	storage   certmagic.Storage
	onEvent   func(ctx context.Context, event string, data map[string]any) error
	log       *slog.Logger
}

func newACMEClient(o acmeOptions) *acmeClient {
	log := zap.New(&slogCore{log: o.log})
	c := &acmeClient{}
	c.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert:   func(certmagic.Certificate) (*certmagic.Config, error) { return c.config, nil },
		RenewCheckInterval: renewCheckEvery,
		OCSPCheckInterval:  ocspCheckEvery,
		Capacity:           cachedCertificates,
		Logger:             log,
	})
	c.config = certmagic.New(c.cache, certmagic.Config{
		Storage:             o.storage,
		OnEvent:             o.onEvent,
		Logger:              log,
		DisableStorageCheck: true,
		// With a proxy setting, requests to OCSP responders have a timeout.
		OCSP:      certmagic.OCSPConfig{HTTPProxy: http.ProxyFromEnvironment},
		KeySource: certmagic.StandardKeyGenerator{KeyType: certmagic.P256},
	})
	c.issuer = certmagic.NewACMEIssuer(c.config, certmagic.ACMEIssuer{
		CA:                o.directory,
		Email:             o.email,
		Agreed:            true,
		TrustedRoots:      o.roots,
		Logger:            log,
		CertObtainTimeout: orderTimeout,
	})
	c.config.Issuers = []certmagic.Issuer{c.issuer}
	return c
}

// listening sets the addresses that the node listens on, where challenges arrive.
// Without it the client would open listeners of its own on :80 and :443.
func (c *acmeClient) listening(plain, secure net.Addr) {
	plainHost, plainPort := split(plain)
	secureHost, securePort := split(secure)
	c.issuer.AltHTTPPort, c.issuer.AltTLSALPNPort = plainPort, securePort
	if plainHost == secureHost {
		c.issuer.ListenHost = plainHost
	}
}

// split returns the host of an address, empty for an unspecified one, and its port.
func split(addr net.Addr) (host string, port int) {
	host, text, err := net.SplitHostPort(addr.String())
	if err != nil {
		return "", 0
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = ""
	}
	port, _ = strconv.Atoi(text)
	return host, port
}

// cached returns the valid certificate of host with the latest end, from memory or
// the storage. The error is fs.ErrNotExist when there is none.
func (c *acmeClient) cached(ctx context.Context, host string, now time.Time) (*tls.Certificate, error) {
	if cert := newest(c.cache.AllMatchingCertificates(host), now); cert != nil {
		return cert, nil
	}
	stored, err := c.config.CacheManagedCertificate(ctx, host)
	if err != nil {
		return nil, err
	}
	if cert := newest([]certmagic.Certificate{stored}, now); cert != nil {
		return cert, nil
	}
	c.evict(host)
	return nil, errExpired
}

var errExpired = errors.New("the certificate has expired")

func newest(all []certmagic.Certificate, now time.Time) *tls.Certificate {
	var best *tls.Certificate
	for i := range all {
		cert := &all[i].Certificate
		if cert.Leaf == nil || !now.Before(cert.Leaf.NotAfter) {
			continue
		}
		if best == nil || best.Leaf.NotAfter.Before(cert.Leaf.NotAfter) {
			best = cert
		}
	}
	return best
}

// evict removes the certificates of host from memory.
func (c *acmeClient) evict(host string) {
	c.cache.RemoveManaged([]certmagic.SubjectIssuer{{Subject: host}})
}

// obtain orders a certificate unless a stored one exists.
func (c *acmeClient) obtain(ctx context.Context, host string) error {
	return c.config.ObtainCertAsync(ctx, host)
}

// renew orders a new certificate in place of the stored one.
func (c *acmeClient) renew(ctx context.Context, host string) error {
	return c.config.RenewCertAsync(ctx, host, true)
}

// leaf returns the stored certificate of host.
func (c *acmeClient) leaf(ctx context.Context, host string) (*x509.Certificate, error) {
	content, err := c.config.Storage.Load(ctx, certmagic.StorageKeys.SiteCert(c.issuer.IssuerKey(), host))
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(content)
	if block == nil {
		return nil, fmt.Errorf("the stored certificate of %s is not PEM", host)
	}
	return x509.ParseCertificate(block.Bytes)
}

// remove deletes the certificate of host from memory and the storage.
func (c *acmeClient) remove(ctx context.Context, host string) error {
	c.evict(host)
	return c.config.Storage.Delete(ctx, certmagic.StorageKeys.CertsSitePrefix(c.issuer.IssuerKey(), host))
}

// isChallenge reports whether a handshake validates a TLS-ALPN-01 challenge.
func isChallenge(hello *tls.ClientHelloInfo) bool {
	return len(hello.SupportedProtos) == 1 && hello.SupportedProtos[0] == acmez.ACMETLS1Protocol
}

// solveHTTP answers an HTTP-01 challenge that any node has begun. It returns false
// for other requests, without a response.
func (c *acmeClient) solveHTTP(w http.ResponseWriter, r *http.Request) bool {
	return c.issuer.HandleHTTPChallenge(w, r)
}
